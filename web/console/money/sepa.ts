import type { PayoutFileAnswer } from '../../shared/answers.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')

/** SEPA allows Latin letters without accents and little punctuation. Banks refuse files with other characters. */
export const sepaText = (text: string, most: number) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z\d/\-?:().,'+ ]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most)

const decimal = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/** Letters and digits only. A later bank line with this id marks the refund as transferred. */
const endToEndId = (refundId: string) => refundId.replaceAll(/[^A-Za-z\d]/g, '').slice(0, 35)

const agent = (name: string, bic: string | null) =>
  `<${name}><FinInstnId>${bic === null ? '<Othr><Id>NOTPROVIDED</Id></Othr>' : `<BICFI>${escaped(bic)}</BICFI>`}</FinInstnId></${name}>`

const transfer = ({ refundId, amount, name, iban, number }: PayoutFileAnswer['payouts'][number]) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId(refundId)}</EndToEndId></PmtId>` +
  `<Amt><InstdAmt Ccy="EUR">${decimal(amount)}</InstdAmt></Amt>` +
  `<Cdtr><Nm>${escaped(sepaText(name, 70) || 'NOTPROVIDED')}</Nm></Cdtr>` +
  `<CdtrAcct><Id><IBAN>${escaped(iban ?? '')}</IBAN></Id></CdtrAcct>` +
  `<RmtInf><Ustrd>${escaped(sepaText(number, 140))}</Ustrd></RmtInf></CdtTrfTxInf>`

/** Writes a SEPA credit transfer, pain.001.001.09, which every bank’s website takes. */
export const sepaFile = ({ id, holder, iban, bic, createdAt, payouts }: PayoutFileAnswer, today: string): string => {
  const total = decimal(payouts.reduce((sum, { amount }) => sum + amount, 0))
  const counts = `<NbOfTxs>${payouts.length}</NbOfTxs><CtrlSum>${total}</CtrlSum>`
  const name = escaped(sepaText(holder, 70) || 'NOTPROVIDED')
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
    `<GrpHdr><MsgId>${endToEndId(id)}</MsgId><CreDtTm>${createdAt.slice(0, 19)}Z</CreDtTm>${counts}<InitgPty><Nm>${name}</Nm></InitgPty></GrpHdr>` +
    `<PmtInf><PmtInfId>${endToEndId(id)}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>${counts}` +
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>' +
    `<ReqdExctnDt><Dt>${today}</Dt></ReqdExctnDt><Dbtr><Nm>${name}</Nm></Dbtr>` +
    `<DbtrAcct><Id><IBAN>${escaped(iban)}</IBAN></Id></DbtrAcct>${agent('DbtrAgt', bic)}<ChrgBr>SLEV</ChrgBr>` +
    `${payouts.map(transfer).join('')}</PmtInf></CstmrCdtTrfInitn></Document>\n`
  )
}
