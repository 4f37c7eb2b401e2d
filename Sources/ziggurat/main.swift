print("ziggurat")
