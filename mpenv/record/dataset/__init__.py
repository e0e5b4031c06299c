"""Datasets: shards of decisions that numpy alone can open, with a manifest that describes them."""

from mpenv.record.dataset.reader import KEEP, Dataset, Rows

__all__ = ["KEEP", "Dataset", "Rows"]
