import { setTimeout as sleep } from 'node:timers/promises'
import type { EventCalendar, TestAdvance, TestEffect, TestTrigger } from '../../../sdk-typescript/src/index.ts'
import { durationOf } from '../../../sdk-typescript/src/sandbox.ts'
import { columns } from '../columns.ts'
import { command, type Context } from '../context.ts'
import { UsageError } from '../usage-error.ts'

/** Returns the client of a sandbox. A live key is refused before the command does anything. */
const sandboxOf = async ({ calendar }: Context) => {
  const client = calendar()
  const { mode } = await client.me.key()
  if (mode === 'live') throw new UsageError('This command needs the key of a sandbox (svc_test_…).')
  return client
}

const POLL_MS = 500
const EFFECTS_PER_PAGE = 500

/** Waits until the clock stands still. The first response of a long advance has only a part of the effects. */
const finished = async (advance: TestAdvance, { test }: EventCalendar, signal: AbortSignal): Promise<TestAdvance> => {
  if (advance.status !== 'ADVANCING') return advance
  let clock = await test.clock()
  while (clock.status === 'ADVANCING') {
    await sleep(POLL_MS, undefined, { signal })
    clock = await test.clock()
  }
  const counts: Record<string, number> = {}
  const count = (effects: readonly TestEffect[]) => {
    for (const { kind } of effects) counts[kind] = (counts[kind] ?? 0) + 1
  }
  count(advance.effects)
  let [cursor, hasMore, later] = [advance.cursor, true, 0]
  while (hasMore) {
    const page = await test.effects({ cursor, limit: EFFECTS_PER_PAGE })
    count(page.effects)
    later += page.effects.length
    ;({ cursor, hasMore } = page)
  }
  return { ...advance, status: clock.status, failure: clock.failure, counts, hasMore: later > 0 }
}

const linesOf = (effects: readonly TestEffect[]) => columns(effects.map(({ at, kind, summary }) => [at, kind, summary]))

export const showClock = command({
  name: 'clock show',
  takes: [],
  options: {},
  summary: 'Show the time in a sandbox',
  async run(context) {
    const clock = await (await sandboxOf(context)).test.clock()
    context.print(clock, `${clock.now}  ${clock.status}`)
  },
})

export const advanceClock = command({
  name: 'clock advance',
  takes: ['TIME'],
  options: {},
  summary: 'Move the time in a sandbox by 3d, 90m or P1DT2H, or to an instant, wait until all has run, and show it',
  async run(context, [time = '']) {
    const client = await sandboxOf(context)
    const body = /^\d{4}-/.test(time) ? { to: time } : { by: durationOf(time) }
    const advance = await finished(await client.test.advance(body), client, context.signal)
    const { to, status, failure, counts, hasMore } = advance
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    context.print(advance, [
      ...linesOf(advance.effects),
      ...(hasMore ? [`… and ${total - advance.effects.length} more`] : []),
      failure === null ? `${to}  ${status}` : `${to}  ${status}: ${failure.job}: ${failure.reason}`,
    ])
    return status === 'FAILED' ? 1 : 0
  },
})

export const listMails = command({
  name: 'mails list',
  takes: [],
  options: { to: { type: 'string' } },
  summary: 'List the emails that a sandbox captured, newest first',
  async run(context, _words, { to }) {
    const query = typeof to === 'string' ? { to } : {}
    const mails = await (await sandboxOf(context)).test.mails(query)
    context.print(mails, columns(mails.map(({ id, at, to: address, subject }) => [id, at, address, subject])))
  },
})

export const showMail = command({
  name: 'mails show',
  takes: ['MAIL'],
  options: {},
  summary: 'Show the text and the links of a captured email',
  async run(context, [id = '']) {
    const mail = await (await sandboxOf(context)).test.mail(id)
    const links = mail.links.map(({ text, url }) => `${text}: ${url}`)
    context.print(mail, [`To: ${mail.to}`, `Subject: ${mail.subject}`, '', mail.text, '', ...links])
  },
})

export const trigger = command({
  name: 'trigger',
  takes: ['TYPE'],
  options: {},
  summary: 'Make a webhook event happen in a sandbox, such as guest.registered or order.paid',
  async run(context, [type = '']) {
    const client = await sandboxOf(context)
    const done = await client.test.trigger({ type } as TestTrigger)
    context.print(done, linesOf(done.effects))
  },
})
