"""Train and judge the teams of docs/learning.md, one run after another; what is done is kept."""
