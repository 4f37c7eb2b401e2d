/// Image names with characters that XML, JSON, addresses or templates must escape.
package let oddNames: [(name: String, encoded: String)] = [
    ("photo", "photo"), ("two words", "two%20words"), ("a#b?c%d", "a%23b%3Fc%25d"),
    ("“quoted” \"and\" 'so'", "%E2%80%9Cquoted%E2%80%9D%20%22and%22%20%27so%27"),
    ("R&D <b>", "R%26D%20%3Cb%3E"), ("]]>", "%5D%5D%3E"), ("Zürich", "Z%C3%BCrich"),
    ("地図", "%E5%9C%B0%E5%9B%B3"),
    ("🗺", "%F0%9F%97%BA"), ("back\\slash", "back%5Cslash"), ("{x}", "%7Bx%7D"),
    ("a+b=c", "a%2Bb%3Dc"),
    ("tab\tline\nend", "tab%09line%0Aend"), ("%20", "%2520"), ("U\u{2028}S", "U%E2%80%A8S"),
]
