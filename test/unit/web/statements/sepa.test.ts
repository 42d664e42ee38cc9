import { describe, expect, it } from 'vitest'
import { sepaFile, sepaText } from '../../../../web/console/money/sepa.ts'
import { allAt, parseXml, textAt } from '../../../../web/console/money/xml.ts'

const payout = (amount: number, name: string) => ({
  refundId: `rfd_Ab3dE${amount}`,
  orderId: 'ord_1',
  eventId: 'evt_1',
  number: '0A1B2C3D4E5F',
  amount,
  currency: 'EUR',
  name,
  iban: 'FR1420041010050500013M02606',
  ibanFrom: 'BANK' as const,
  usableAt: null,
  discardedAt: null,
  reason: null,
  fileId: 'pof_1',
  createdAt: '2027-05-03T10:11:12.123Z',
})

const file = {
  id: 'pof_Ab3',
  holder: 'Höchst & Söhne',
  iban: 'DE89370400440532013000',
  bic: null,
  createdAt: '2027-05-03T10:11:12.123Z',
  payouts: [payout(5, '<Zoë>'), payout(123_456, '日本')],
}

describe('a SEPA file', () => {
  // Both variants of this file were valid by the official schema pain.001.001.09.
  it('has each refund with its end-to-end id, and the sums that the bank checks', () => {
    const document = parseXml(sepaFile(file, '2027-05-04'))
    const order = 'CstmrCdtTrfInitn/PmtInf'
    expect(textAt(document, 'CstmrCdtTrfInitn/GrpHdr/CtrlSum')).toBe('1234.61')
    expect(textAt(document, `${order}/NbOfTxs`)).toBe('2')
    expect(textAt(document, `${order}/Dbtr/Nm`)).toBe('Hochst Sohne')
    expect(textAt(document, `${order}/DbtrAgt/FinInstnId/Othr/Id`)).toBe('NOTPROVIDED')
    const transfers = allAt(document, `${order}/CdtTrfTxInf`)
    expect(transfers.map((each) => textAt(each, 'PmtId/EndToEndId'))).toEqual(['rfdAb3dE5', 'rfdAb3dE123456'])
    expect(transfers.map((each) => textAt(each, 'Amt/InstdAmt'))).toEqual(['0.05', '1234.56'])
    expect(transfers.map((each) => textAt(each, 'Cdtr/Nm'))).toEqual(['Zoe', 'NOTPROVIDED'])
    expect(
      textAt(parseXml(sepaFile({ ...file, bic: 'COBADEFFXXX' }, '2027-05-04')), `${order}/DbtrAgt/FinInstnId/BICFI`),
    ).toBe('COBADEFFXXX')
  })

  it('writes only the letters that SEPA allows', () => {
    expect(sepaText('Straße & “Łódź” 5\n', 70)).toBe('Strasse odz 5')
    expect(sepaText('x'.repeat(90), 70)).toHaveLength(70)
  })
})
