import * as fc from 'fast-check'
import { simpleParser } from 'mailparser'
import PostalMime, { addressParser } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { readMail } from '../../../src/modules/invites/read-mail.ts'
import { readReply } from '../../../src/modules/invites/reply.ts'

const ANSWER = ['BEGIN:VCALENDAR', 'METHOD:REPLY', 'SUMMARY:Größe – 日本', 'END:VCALENDAR', ''].join('\r\n')
const inBase64 = (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
const inHex = (text: string) =>
  Buffer.from(text.replaceAll('\r\n', '\n'))
    .toString('latin1')
    .replaceAll(/[^\n!-<>-~]/g, (one: string) => `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replaceAll(/(?:=[\dA-F]{2}|[^\n=]){20}(?!\n|$)/g, '$&=\n')
    .replaceAll('\n', '\r\n')
const mailOf = (headers: string[], ...body: string[]) => [...headers, 'MIME-Version: 1.0', ...body].join('\r\n')

/** Reply emails in the formats that known calendar apps produce. */
const PROGRAMS: Record<string, string> = {
  'a bare calendar part': mailOf(
    ['From: ada@guests.test', 'Content-Type: text/calendar; charset="utf-8"; method=REPLY'],
    'Content-Transfer-Encoding: base64',
    '',
    inBase64(ANSWER),
  ),
  'multipart/mixed with alternatives and an attached file': mailOf(
    ['From: Ada Lovelace <ada@guests.test>', 'Content-Type: multipart/mixed; boundary="000000000000a1"'],
    '',
    '--000000000000a1',
    'Content-Type: multipart/alternative; boundary="000000000000b2"',
    '',
    '--000000000000b2',
    'Content-Type: text/plain; charset="UTF-8"; format=flowed; delsp=yes',
    'Content-Transfer-Encoding: base64',
    '',
    inBase64('Ada declined.'),
    '--000000000000b2',
    'Content-Type: text/calendar; charset="UTF-8"; method=REPLY',
    'Content-Transfer-Encoding: 7bit',
    '',
    ANSWER.replace('Größe – 日本', 'Size'),
    '--000000000000b2--',
    '',
    '--000000000000a1',
    'Content-Type: application/ics; name="invite.ics"',
    'Content-Disposition: attachment; filename="invite.ics"',
    'Content-Transfer-Encoding: base64',
    '',
    inBase64(ANSWER),
    '--000000000000a1--',
  ),
  'quoted-printable with underscores in the boundary and a quoted name': mailOf(
    ['From: "Lovelace, Ada" <Ada@Guests.test>', 'Content-Type: multipart/alternative;\r\n\tboundary="_000_AM0PR01MB_"'],
    '',
    '--_000_AM0PR01MB_',
    'Content-Type: text/calendar; charset="utf-8"; method=REPLY',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    inHex(ANSWER),
    '--_000_AM0PR01MB_--',
  ),
  'LF line endings in ISO 8859-1': Buffer.from(
    [
      'From: =?iso-8859-1?Q?Zo=EB_Gr=F6=DFe?= <ada@guests.test>',
      'Content-Type: multipart/mixed; boundary=Apple-Mail=_F00',
      '',
      'A preamble that nobody reads',
      '--Apple-Mail=_F00',
      'Content-Type: text/calendar; charset=iso-8859-1',
      'content-transfer-encoding: Quoted-Printable',
      '',
      'BEGIN:VCALENDAR',
      'SUMMARY:Gr=F6=',
      '=DFe',
      'END:VCALENDAR',
      '--Apple-Mail=_F00--',
      'An epilogue',
      '',
    ].join('\n'),
  ).toString(),
}

const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').replace(/\n*$/, '\n')
const KINDS = ['text/calendar', 'application/ics']

const asStranger = async (raw: string) => {
  const { attachments, headers } = await PostalMime.parse(raw)
  const calendars = KINDS.flatMap((kind) => attachments.filter(({ mimeType }) => mimeType === kind))
  const lines = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    froms: lines('from').flatMap((line) => addressParser(line)),
    authenticationResults: lines('authentication-results'),
    calendars: calendars.map(({ content }) => plain(new TextDecoder().decode(content as Uint8Array))),
  }
}

const asOurs = async (raw: string) => {
  const mail = await readMail(raw)
  if (mail === null) throw new Error('it was not read')
  return { ...mail, calendars: [...mail.calendars()].map(plain) }
}

/** Generates arbitrary MIME messages, from single parts up to nested multiparts. */
const word = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ019')), minLength: 1, maxLength: 12 })
const text = fc.string({
  unit: fc.constantFrom(...Array.from('aZ09 :;=,"\\é–日👩.-_'), '\n', 'BEGIN:VCALENDAR\n', '--x\n'),
  maxLength: 200,
})
const leaf = fc
  .record({
    kind: fc.constantFrom('text/plain', 'text/html', 'text/calendar', 'Text/Calendar', 'application/ics', 'image/png'),
    encoding: fc.constantFrom('base64', 'quoted-printable', '8bit', null),
    parameters: fc.subarray(['charset=utf-8', 'method=REPLY', 'name="a;b.ics"', 'x=y']),
    text,
  })
  .map(({ kind, encoding, parameters, text: said }) => {
    const body = { base64: inBase64, 'quoted-printable': inHex, '8bit': String }[encoding ?? '8bit'](said)
    const transfer = encoding === null ? [] : [`Content-Transfer-Encoding: ${encoding}`]
    return [`Content-Type: ${[kind, ...parameters].join('; ')}`, ...transfer, '', body].join('\r\n')
  })
const { part } = fc.letrec<{ part: string; branch: string }>((tie) => ({
  part: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('branch')),
  branch: fc
    .record({
      kind: fc.constantFrom('mixed', 'alternative', 'related'),
      boundary: word.map((name) => `=_${name}_`),
      isEnded: fc.boolean(),
      parts: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
    })
    // The length suffix ensures that an outer boundary differs from every boundary nested inside it.
    .map((each) => ({ ...each, boundary: `${each.boundary}${each.parts.join('').length}` }))
    .map(({ kind, boundary, isEnded, parts }) =>
      [
        `Content-Type: multipart/${kind};\r\n boundary="${boundary}"`,
        '',
        'preamble',
        ...parts.map((each) => `--${boundary}\r\n${each}`),
        ...(isEnded ? [`--${boundary}--`, ''] : []),
      ].join('\r\n'),
    ),
}))
const sender = fc.oneof(
  word.map((name) => `${name}@guests.test`),
  fc.tuple(word, word).map(([name, at]) => `"${name}, \\"the\\" (Great)" <${at}@Guests.test>`),
  fc.tuple(text, word).map(([name, at]) => `=?utf-8?B?${Buffer.from(name).toString('base64')}?= <${at}@guests.test>`),
  fc.string({ unit: fc.constantFrom(...Array.from('ab@.,;:<>()"\\ '), '@guests.test', '=?utf-8?Q?', '?=') }),
)

describe('readMail', () => {
  it.each(Object.entries(PROGRAMS))('reads %s as postal-mime and mailparser do', async (_who, raw) => {
    const [ours, stranger, parsed] = [await asOurs(raw), await asStranger(raw), await simpleParser(raw)]
    expect(ours.calendars.length).toBeGreaterThan(0)
    expect(ours.calendars).toEqual(stranger.calendars)
    const [from] = stranger.froms
    expect(ours.from).toEqual({ name: from?.name, address: from?.address?.toLowerCase() })
    expect(parsed.from?.value).toEqual([{ name: from?.name, address: from?.address }])
    expect(parsed.attachments.map(({ contentType }) => contentType).toSorted()).toHaveLength(ours.calendars.length)
  })

  it('finds the same calendar parts as postal-mime in any MIME message, and never a different sender', async () => {
    await fc.assert(
      fc.asyncProperty(sender, fc.array(word, { maxLength: 3 }), part, async (from, results, body) => {
        const lines = results.map((result) => `Authentication-Results: mx.test;\r\n\tdkim=${result}`)
        const raw = [...lines, `From: ${from}`, body].join('\r\n')
        const [ours, stranger] = [await asOurs(raw), await asStranger(raw)]
        expect(ours.calendars).toEqual(stranger.calendars)
        expect(ours.authenticationResults).toEqual(stranger.authenticationResults)
        if (ours.from !== null)
          expect(stranger.froms.map(({ address }) => address?.toLowerCase())).toEqual([ours.from.address])
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['no address', ''],
    ['two addresses', 'ada@guests.test, eve@evil.test'],
    ['two addresses in one mailbox', 'ada@guests.test <ada@guests.test> <eve@evil.test>'],
    ['a group', 'Friends: ada@guests.test;'],
    ['an address only in the display name', '"ada@guests.test"'],
    ['an unterminated quoted name', '"Ada <ada@guests.test>'],
    ['a comment inside the address', 'Ada <ada(x)@guests.test>'],
    ['a space inside the address', '<ada lovelace@guests.test>'],
  ])('returns no sender for a From header with %s', async (_who, from) => {
    expect((await asOurs(`From: ${from}\r\n\r\n`)).from).toBeNull()
  })

  it('returns no sender for an email with two From headers', async () => {
    expect((await asOurs('From: ada@guests.test\r\nFrom: ada@guests.test\r\n\r\n')).from).toBeNull()
  })

  it('ignores the calendar parts of a forwarded message/rfc822', async () => {
    const forwarded = PROGRAMS['a bare calendar part'] ?? ''
    const raw = `From: eve@evil.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${forwarded}\r\n--b--\r\n`
    expect((await asOurs(raw)).calendars).toEqual([])
  })

  it.each([
    ['zero bytes', ''],
    ['boundaries', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(60_000)}`],
    [
      'nested parts',
      Array.from(
        { length: 5_000 },
        (_, depth) => `Content-Type: multipart/mixed; boundary=${depth}\n\n--${depth}\n`,
      ).join(''),
    ],
    ['spaces', `From: ${' '.repeat(120_000)}\nContent-Type: text/calendar;${' '.repeat(120_000)}\n\n`],
    ['quotation marks', `From: ${'"\\'.repeat(60_000)}\nContent-Type: text/calendar;x=${'"\\'.repeat(60_000)}\n\n`],
    ['semicolons', `Content-Type: text/calendar${';a="'.repeat(60_000)}\n\n`],
    [
      'equals signs',
      `Content-Type: text/calendar\nContent-Transfer-Encoding: quoted-printable\n\n${'= \n'.repeat(80_000)}`,
    ],
    ['folds', `From: a${'\n '.repeat(120_000)}\n\n`],
    ['headers', `${'a:\n'.repeat(80_000)}\n`],
    ['encoded words', `From: ${'=?a?b?='.repeat(40_000)} <a@b>\n\n`],
    [
      'base64 padding bytes',
      `Content-Type: text/calendar\nContent-Transfer-Encoding: base64\n\n${'A'.repeat(250_000)}`,
    ],
    ['a boundary that begins every line', `Content-Type: multipart/mixed; boundary=b\n\n${'--bb\n'.repeat(200_000)}`],
    [
      'calendars of nested components',
      `Content-Type: multipart/mixed; boundary=b\n\n${`--b\nContent-Type: text/calendar\n\n${'BEGIN:VEVENT\n'.repeat(4_900)}`.repeat(15)}`,
    ],
    ['an unknown charset', 'Content-Type: text/calendar; charset=klingon\n\nBEGIN:VCALENDAR'],
  ])('reads a hostile email of %s within 3 seconds', async (_what, raw) => {
    const from = performance.now()
    const mail = await readMail(raw)
    for (const hostile of mail?.calendars() ?? []) expect(readReply(hostile)).toBeNull()
    expect(performance.now() - from).toBeLessThan(3_000)
    expect(mail).not.toBeNull()
  })

  it('reads a stream in small chunks and cancels it after 1 MB', async () => {
    const raw = new TextEncoder().encode(PROGRAMS['multipart/mixed with alternatives and an attached file'])
    const pieces = new ReadableStream<Uint8Array>({
      start(to) {
        for (let at = 0; at < raw.length; at += 7) to.enqueue(raw.slice(at, at + 7))
        to.close()
      },
    })
    expect([...((await readMail(pieces))?.calendars() ?? [])]).toHaveLength(2)
    let pulled = 0
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull(to) {
        pulled += 1
        to.enqueue(new Uint8Array(65_536).fill(65))
      },
      cancel() {
        isCancelled = true
      },
    })
    expect([await readMail(endless), isCancelled]).toEqual([null, true])
    expect(pulled).toBeLessThan(20)
  })
})
