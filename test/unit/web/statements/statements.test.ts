import { describe, expect, it } from 'vitest'
import { referencesIn } from '../../../../src/kernel/bank-transfer.ts'
import {
  amountIn,
  columnsOf,
  dateIn,
  dateOrderIn,
  decimalMarkIn,
  keptMeanings,
  linesOfTable,
} from '../../../../web/console/money/csv-statement.ts'
import { readStatement, requestsOf } from '../../../../web/console/money/read-statement.ts'
import { MAX_STATEMENT_BYTES, UnfitStatement } from '../../../../web/console/money/statement.ts'
import { parseXml } from '../../../../web/console/money/xml.ts'
import type { StatementLine } from '../../../../src/kernel/bank-transfer.ts'
import { storedZip } from '../../../../src/kernel/zip.ts'
import { camt, CSV, MT940, REFERENCE } from './samples.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

const linesIn = async (content: string | Uint8Array<ArrayBuffer>): Promise<StatementLine[]> => {
  const read = await readStatement(typeof content === 'string' ? bytesOf(content) : content)
  return read.kind === 'lines'
    ? read.lines
    : linesOfTable(read.table, read.meanings, { currency: 'EUR', usualOrder: 'DMY' })
}

const faultOf = async (content: string | Uint8Array<ArrayBuffer>) => {
  try {
    await linesIn(content)
    return null
  } catch (error) {
    if (error instanceof UnfitStatement) return error.fault
    throw error
  }
}

const ADA = {
  bookedOn: '2027-05-03',
  amount: 11_900,
  currency: 'EUR',
  payerName: 'ADA LOVELACE',
  payerIban: 'DE75512108001245126199',
  text: 'SVWZ+RF46 0641 6268 0959 442',
  reference: null,
  bankReference: '2027050300001',
}

describe('a statement in CAMT', () => {
  it.each([
    ['053', '02'],
    ['052', '02'],
    ['054', '02'],
    ['053', '08'],
    ['052', '08'],
    ['054', '08'],
  ] as const)('reads camt.%s.001.%s: structured references, batches and only booked entries', async (kind, version) => {
    const lines = await linesIn(camt(kind, version))
    expect(lines).toEqual([
      {
        bookedOn: '2027-05-03',
        amount: 11_900,
        currency: 'EUR',
        payerName: 'Ada & Söhne',
        payerIban: 'DE75512108001245126199',
        text: '',
        reference: REFERENCE,
        bankReference: 'B-119.00',
      },
      expect.objectContaining({ amount: 1_000, payerName: 'One', text: 'first <part>', bankReference: 'T-10.00' }),
      expect.objectContaining({ amount: 2_000, payerName: 'Two', text: 'second', bankReference: 'T-20.00' }),
    ])
  })

  it('reads every statement in a ZIP', async () => {
    const files = { 'a.xml': camt('053', '02'), 'b.xml': camt('053', '08'), 'readme.txt': 'no' }
    const zip = storedZip(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])))
    expect(await linesIn(zip)).toHaveLength(6)
    expect(await faultOf(zip.slice(0, zip.length - 10))).toBe('brokenZip')
    expect(await faultOf(storedZip({ 'readme.txt': bytesOf('no') }))).toBe('unknownFormat')
  })

  it('reads the encoding that the XML names', async () => {
    const text = camt('053', '02').replace('UTF-8', 'ISO-8859-1')
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    expect((await linesIn(bytes))[0]?.payerName).toBe('Ada & Söhne')
  })

  it.each([
    ['<!DOCTYPE Document [<!ENTITY a "b">]><Document/>', 'declaresDtd'],
    ['<?xml version="1.0"?><!DOCTYPE x SYSTEM "file:///etc/passwd"><x>&a;</x>', 'declaresDtd'],
    ['<Document>&unknown;</Document>', 'notXml'],
    ['<Document><a></b></Document>', 'notXml'],
    ['<html><body/></html>', 'unknownFormat'],
    ['<Document/><Document/>', 'notXml'],
  ])('refuses %s', async (text, fault) => {
    expect(await faultOf(text)).toBe(fault)
  })

  it('refuses a batch whose transactions do not add up to its entry', async () => {
    expect(await faultOf(camt('053', '02').replace('Ccy="EUR">20.00', 'Ccy="EUR">20.01'))).toBe('unbalanced')
  })
})

describe('an XML file that was made to be slow', () => {
  const SIZE = 400_000
  const timeOf = (text: string) => {
    const times = [1, 2, 3].map(() => {
      const begun = performance.now()
      try {
        parseXml(text)
      } catch (error) {
        if (!(error instanceof UnfitStatement)) throw error
      }
      return performance.now() - begun
    })
    return Math.min(...times)
  }

  it.each([
    ['a long attribute without a value', `<a ${'b'.repeat(SIZE)}/>`],
    ['many attributes without values', `<a ${'b '.repeat(SIZE / 2)}/>`],
    ['spaces after an attribute', `<a b${' '.repeat(SIZE)}/>`],
    ['a long name without an end', `<${'b'.repeat(SIZE)}`],
    ['a long value without an end', `<a b="${'c'.repeat(SIZE)}`],
  ])('is refused in the time of a valid file of its size: %s', (_, text) => {
    const floor = timeOf(`<a ${'b="c" '.repeat(SIZE / 6)}/>`)
    expect(() => parseXml(text)).toThrow(UnfitStatement)
    expect(timeOf(text)).toBeLessThan(20 * floor + 20)
  })

  it('keeps the attributes of a valid file', () => {
    const { attributes } = parseXml(`<ns:a  xmlns:ns = "urn:x" b='c &amp; "d"'\n e="" />`)
    expect([...attributes]).toEqual([
      ['ns', 'urn:x'],
      ['b', 'c & "d"'],
      ['e', ''],
    ])
    expect(parseXml('<a />').attributes.size).toBe(0)
  })
})

describe('a statement in MT940', () => {
  it('joins the parts of the text, and reads both kinds of text and all four signs', async () => {
    const lines = await linesIn(MT940)
    expect(lines[0]).toEqual(ADA)
    expect(referencesIn(lines[0]?.text ?? '')).toEqual(referencesIn(REFERENCE))
    expect(lines[1]).toMatchObject({ amount: 2_050, text: 'Beitrag ohne Struktur, zweite Zeilegeht weiter' })
    expect(lines[2]).toMatchObject({ amount: -3_500, payerName: 'BERTA BENZ', bookedOn: '2027-05-04' })
    expect(lines[3]).toMatchObject({ amount: -450, text: 'Storno', bankReference: null })
  })

  it('refuses balances that the lines do not explain', async () => {
    expect(await faultOf(MT940.replace('C119,00N', 'C118,00N'))).toBe('unbalanced')
    expect(await faultOf(MT940.replace('C119,00N', 'C119.00N'))).toBe('badAmount')
    expect(await faultOf(MT940.replace(':61:2705030503C', ':61:2713030503C'))).toBe('badDate')
  })
})

describe('a statement in CSV', () => {
  it('finds the headings below the bank’s own lines, the separator and the decimal mark', async () => {
    expect(await linesIn(CSV)).toEqual([
      {
        bookedOn: '2027-05-03',
        amount: 111_900,
        currency: 'EUR',
        payerName: 'Ada; Lovelace',
        payerIban: 'DE75512108001245126199',
        text: 'RF46 0641 6268 0959 442',
        reference: null,
        bankReference: null,
      },
      expect.objectContaining({ bookedOn: '2027-05-04', amount: -3_500, text: 'Erstattung "rfd"' }),
    ])
  })

  it('reads separate columns for money in and money out', async () => {
    const csv = 'Date,Description,Paid out,Paid in\n2027-05-03,one,,1200\n2027-05-04,two,12.50,\nTotal,,12.50,1200\n'
    expect((await linesIn(csv)).map(({ amount }) => amount)).toEqual([120_000, -1_250])
  })

  it('recognises the columns of an earlier file only by the same headings', async () => {
    const read = await readStatement(bytesOf(CSV))
    if (read.kind !== 'table') throw new Error('not a table')
    const { table } = read
    const meanings = table.headings.map((_, index) => (index === 0 ? ('date' as const) : ('none' as const)))
    const kept = columnsOf(table, meanings)
    expect(keptMeanings(table, kept)).toEqual(meanings)
    expect(keptMeanings(table, null)).toBeNull()
    expect(keptMeanings({ ...table, headings: table.headings.toReversed() }, kept)).toBeNull()
    expect(keptMeanings({ ...table, headings: [...table.headings, 'More'] }, kept)).toBeNull()
    const long = { ...table, headings: ['a'.repeat(300), 'b'] }
    expect(keptMeanings(long, columnsOf(long, ['date', 'amount']))).toEqual(['date', 'amount'])
  })

  it('names the row that is incomplete or can’t be read', async () => {
    const head = 'Date;Text;Amount\n'
    expect(await faultOf(`${head}2027-05-03;a;1,00\n2027-05-04;b`)).toBe('truncated')
    expect(await faultOf(`${head}2027-05-03;"a;1,00\n`)).toBe('truncated')
    expect(await faultOf(`${head}2027-05-03;a;1,00\n2027-05-04;b\n2027-05-05;c;3,00\n`)).toBe('unevenRow')
    expect(await faultOf(`${head}2027-05-03;a;x\n`)).toBe('badAmount')
    expect(await faultOf(`${head}2027-13-03;a;1,00\n`)).toBe('badDate')
  })

  it.each([
    [['1.234,56'], ',', 123_456],
    [['1,234.56'], '.', 123_456],
    [['1’234.50'], '.', 123_450],
    [['1.234.567,8'], ',', 123_456_780],
    [['12,5'], ',', 1_250],
    [['1.000', '2,50'], ',', 100_000],
    [['1,234,567'], '.', 123_456_700],
    [['−5,00'], ',', -500],
    [['5,00-'], ',', -500],
    [['(5.00)'], '.', -500],
    [['+5.00 €'], '.', 500],
  ] as const)('reads the amounts %j with the mark %s', (texts, mark, minor) => {
    expect(decimalMarkIn(texts)).toBe(mark)
    expect(amountIn(texts[0], 'EUR', mark)).toBe(minor)
  })

  it('takes the order of day and month from the dates, and from the zone only if both fit', () => {
    expect(dateOrderIn(['01/02/2027', '13/02/2027'], 'MDY')).toBe('DMY')
    expect(dateOrderIn(['01/02/2027', '01/13/2027'], 'DMY')).toBe('MDY')
    expect(dateOrderIn(['01/02/2027'], 'MDY')).toBe('MDY')
    expect([dateIn('2/1/27', 'MDY'), dateIn('2/1/27', 'DMY'), dateIn('1.2.2027', 'MDY')]).toEqual([
      '2027-02-01',
      '2027-01-02',
      '2027-02-01',
    ])
    expect(dateIn('31.02.2027', 'DMY')).toBeNull()
  })
})

describe('a file that was cut', () => {
  const long = (part: string, times: number) => Array.from({ length: times }, () => part).join('')
  const [head, tail] = [MT940.split('\r\n').slice(0, 4).join('\r\n'), ':62F:C270503EUR']
  const entries = long(
    '\r\n:61:2705030503C1,00NTRFNONREF//1\r\n:86:166?20A text of some length, so that the file has pages',
    60,
  )
  const mt940 = `${head}${entries}\r\n${tail}1060,00\r\n-\r\n`
  const xml = camt('053', '02').replace('</ns:Stmt>', `${long('<!-- filler -->', 400)}</ns:Stmt>`)

  it.each([
    ['MT940', mt940],
    ['CAMT', xml],
  ])('imports nothing, wherever %s was cut', async (_, text) => {
    const whole = await linesIn(text)
    expect(whole.length).toBeGreaterThanOrEqual(3)
    const content = text.trimEnd().replace(/\r\n-$/, '')
    let complete = 0
    for (let length = 1; length < content.length; length += length < content.length - 300 ? 128 : 1) {
      const cut = content.slice(0, length)
      if ((await faultOf(cut)) !== null) continue
      complete += 1
      // Only the last zeros of the closing balance may be missing.
      expect(await linesIn(cut), `cut at ${length}`).toEqual(whole)
    }
    expect(complete).toBeLessThanOrEqual(2)
  })

  it('is refused if it is empty, too large or of no known format', async () => {
    expect(await faultOf('')).toBe('empty')
    expect(await faultOf(new Uint8Array(MAX_STATEMENT_BYTES + 1))).toBe('tooLarge')
    expect(await faultOf('a plain text')).toBe('unknownFormat')
    expect(await faultOf(MT940.split('\r\n').slice(0, 3).join('\n'))).toBe('truncated')
  })
})

describe('the requests of a statement', () => {
  const line = (text: string): StatementLine => ({ ...ADA, payerIban: null, text })

  it('have at most 500 lines and 400,000 bytes, and keep identical lines together', () => {
    const lines = [...Array.from({ length: 999 }, (_, index) => line(`${index}`)), line('500'), line('500')]
    const requests = requestsOf(lines)
    expect(requests.flat()).toHaveLength(lines.length)
    expect(Math.max(...requests.map(({ length }) => length))).toBeLessThanOrEqual(500)
    expect(requests.filter((request) => request.some(({ text }) => text === '500'))).toHaveLength(1)
    const large = requestsOf(Array.from({ length: 400 }, (_, index) => line(`${index} ${'ü'.repeat(1_500)}`)))
    for (const request of large) expect(new TextEncoder().encode(JSON.stringify(request)).length).toBeLessThan(524_288)
    expect(requestsOf(lines.toReversed())).toEqual(requests)
  })
})
