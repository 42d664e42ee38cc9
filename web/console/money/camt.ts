import type { StatementLine } from '../../../src/kernel/bank-transfer.ts'
import { minorUnits } from './amounts.ts'
import { isDate, UnfitStatement } from './statement.ts'
import { allAt, parseXml, textAt, type XmlElement } from './xml.ts'

/** Statement, account report and notification: camt.053, 052 and 054. */
const KINDS = ['BkToCstmrStmt/Stmt', 'BkToCstmrAcctRpt/Rpt', 'BkToCstmrDbtCdtNtfctn/Ntfctn']

/** Elements such as the date or the status are a value in older versions and wrap a choice in newer ones. */
const oneOf = (element: XmlElement, ...paths: string[]) =>
  paths.map((path) => textAt(element, path)).find((text) => text !== '') ?? ''

const amountIn = (element: XmlElement, path: string, isCredit: boolean) => {
  const [found] = allAt(element, path)
  const currency = found?.attributes.get('Ccy') ?? ''
  const minor = found === undefined ? null : minorUnits(found.text.trim(), currency, '.')
  if (minor === null) throw new UnfitStatement('badAmount')
  return { amount: isCredit ? minor : -minor, currency }
}

const IDENTIFIED = ['NOTPROVIDED', 'NONREF']
const known = (text: string) => (IDENTIFIED.includes(text.toUpperCase()) ? '' : text)

const referenceOf = (details: XmlElement, isCredit: boolean) => {
  const structured = textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref')
  return isCredit ? structured : known(textAt(details, 'Refs/EndToEndId'))
}

/** The other party: the payer or the recipient. Newer versions have the name in `Pty`. */
const partyOf = (details: XmlElement, isCredit: boolean) => {
  const side = isCredit ? 'Dbtr' : 'Cdtr'
  return {
    payerName: oneOf(
      details,
      `RltdPties/${side}/Pty/Nm`,
      `RltdPties/${side}/Nm`,
      `RltdPties/Ultmt${side}/Pty/Nm`,
      `RltdPties/Ultmt${side}/Nm`,
    ),
    payerIban: oneOf(details, `RltdPties/${side}Acct/Id/IBAN`),
  }
}

const textOf = (details: XmlElement) =>
  [...allAt(details, 'RmtInf/Ustrd').map(({ text }) => text.trim()), known(textAt(details, 'Refs/EndToEndId'))]
    .filter((text) => text !== '')
    .join(' ')

/** Returns one line per transaction. A batch is booked as one entry, whose transactions have their own amounts. */
const linesOf = (entry: XmlElement): StatementLine[] => {
  if (oneOf(entry, 'Sts/Cd', 'Sts') !== 'BOOK') return []
  const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT'
  const bookedOn = oneOf(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10)
  if (!isDate(bookedOn)) throw new UnfitStatement('badDate')
  const whole = amountIn(entry, 'Amt', isCredit)
  const details = allAt(entry, 'NtryDtls/TxDtls')
  const bank = textAt(entry, 'AcctSvcrRef')
  const line = (of: XmlElement, money: { amount: number; currency: string }, bankReference: string): StatementLine => ({
    bookedOn,
    ...money,
    ...partyOf(of, isCredit),
    text: textOf(of) || textAt(entry, 'AddtlNtryInf'),
    reference: referenceOf(of, isCredit),
    bankReference,
  })
  const [first, ...others] = details
  if (first === undefined || others.length === 0) return [line(first ?? entry, whole, bank)]
  const lines = details.map((each) => {
    const own = ['AmtDtls/TxAmt/Amt', 'Amt'].find((path) => allAt(each, path).length > 0)
    if (own === undefined) throw new UnfitStatement('badAmount')
    return line(each, amountIn(each, own, isCredit), textAt(each, 'Refs/AcctSvcrRef') || bank)
  })
  if (lines.reduce((sum, { amount }) => sum + amount, 0) !== whole.amount) throw new UnfitStatement('unbalanced')
  return lines
}

/** Reads the booked lines of a CAMT document. Reversals have the sign of the money. */
export const readCamt = (text: string): StatementLine[] => {
  const document = parseXml(text)
  const statements = document.name === 'Document' ? KINDS.flatMap((kind) => allAt(document, kind)) : []
  if (statements.length === 0) throw new UnfitStatement('unknownFormat')
  return statements.flatMap((statement) => allAt(statement, 'Ntry').flatMap(linesOf))
}
