"""Letters of Greek and Cyrillic, and the Latin ones that they look like, in the same order."""

FOREIGN = "аеорсухіјѕԁһӏԛԝкмтвнАВЕКМНОРСТУХІЈЅαεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
LATIN = "aeopcyxijsdhlqwkmtbhABEKMHOPCTYXIJSaeiknoptuxABEZHIKMNOPTYX"
