/** Statements as banks write them: the same three transfers in each format. */
export const REFERENCE = 'RF46064162680959442'

export const MT940 = [
  ':20:STARTUMS',
  ':25:37040044/0532013000',
  ':28C:00010/001',
  ':60F:C270430EUR1000,00',
  ':61:2705030503C119,00N166NONREF//2027050300001',
  ':86:166?00SEPA-GUTSCHRIFT?10998?20SVWZ+RF46 0641 6268 09?2159 442?30COBADEFFXXX?31DE',
  '75512108001245126199?32ADA LOVELACE',
  ':61:2705030503CR20,5NTRFKREF//2027050300002',
  ':86:Beitrag ohne Struktur, zweite Zeile',
  'geht weiter',
  ':61:2705040504DR35,00NTRFNONREF//2027050400001',
  ':86:116?00SEPA-UEBERWEISUNG?20EREF+rfd4f9a?21SVWZ+Erstattung?31FR1420041010050500013M02606?32BERTA?33 BENZ',
  ':62F:C270504EUR1104,50',
  '-',
  ':20:STARTUMS',
  ':25:37040044/0532013000',
  ':28C:00011/001',
  ':60F:C270504EUR1104,50',
  ':61:270505RC4,50NTRFNONREF',
  ':86:166?20Storno',
  ':62F:C270505EUR1100,00',
  '-',
  '',
].join('\r\n')

interface Entry {
  amount: string
  isCredit: boolean
  details: string
  extra?: string
}

const entry = ({ amount, isCredit, details, extra = '' }: Entry, isNew: boolean) => `
  <Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>
    <Sts>${isNew ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts><BookgDt><Dt>2027-05-03</Dt></BookgDt><AcctSvcrRef>B-${amount}</AcctSvcrRef>${extra}
    <NtryDtls>${details}</NtryDtls></Ntry>`

const transaction = (amount: string, name: string, more: string, isNew: boolean) => `
  <TxDtls><Refs><AcctSvcrRef>T-${amount}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
    ${isNew ? `<Amt Ccy="EUR">${amount}</Amt>` : `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`}
    <RltdPties><Dbtr>${isNew ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`}</Dbtr><DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct></RltdPties>
    <RmtInf>${more}</RmtInf></TxDtls>`

const KINDS = { '053': 'BkToCstmrStmt><Stmt', '052': 'BkToCstmrAcctRpt><Rpt', '054': 'BkToCstmrDbtCdtNtfctn><Ntfctn' }

/** A booked transfer, a batch of two, and an entry that the bank has not booked yet. */
export const camt = (kind: keyof typeof KINDS, version: '02' | '08') => {
  const isNew = version === '08'
  const [outer = '', inner = ''] = KINDS[kind].split('><')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- from the bank -->
<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><ns:${outer}><ns:GrpHdr/><ns:${inner}><Id>1</Id>
${entry({ amount: '119.00', isCredit: true, details: transaction('119.00', 'Ada &amp; Söhne', `<Strd><CdtrRefInf><Ref>${REFERENCE}</Ref></CdtrRefInf></Strd>`, isNew) }, isNew)}
${entry({ amount: '30.00', isCredit: true, details: transaction('10.00', 'One', '<Ustrd>first</Ustrd><Ustrd><![CDATA[<part>]]></Ustrd>', isNew) + transaction('20.00', 'Two', '<Ustrd>second</Ustrd>', isNew) }, isNew)}
${entry({ amount: '1.00', isCredit: true, details: '' }, isNew).replace('BOOK', 'PDNG')}
</ns:${inner}></ns:${outer}></ns:Document>
`
}

export const CSV = [
  'Konto;DE89370400440532013000;;;;',
  '',
  'Buchungstag;Auftraggeber/Empfänger;Verwendungszweck;IBAN;Betrag;Währung',
  '03.05.2027;"Ada; Lovelace";RF46 0641 6268 0959 442;DE75 5121 0800 1245 1261 99;1.119,00;EUR',
  '04.05.2027;Berta Benz;"Erstattung ""rfd""";FR1420041010050500013M02606;-35,00;EUR',
  '',
].join('\n')
