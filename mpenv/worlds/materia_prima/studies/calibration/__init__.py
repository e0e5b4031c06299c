"""How hard every scenario is, what each rule is worth, and what a day more gives: measured, and held against bands."""
