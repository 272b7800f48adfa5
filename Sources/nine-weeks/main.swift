runNineWeeks()
