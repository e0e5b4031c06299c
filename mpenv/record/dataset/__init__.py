"""Datasets: shards of decisions that numpy alone can open, with a manifest that says what they are."""

from mpenv.record.dataset.reader import KEEP, Dataset, Rows

__all__ = ["KEEP", "Dataset", "Rows"]
