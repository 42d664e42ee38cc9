import { AdvanceFailedError, type TestEffect, type TestTrigger } from '../../../sdk-typescript/src/index.ts'
import { columns } from '../columns.ts'
import { command, type Context } from '../context.ts'
import { UsageError } from '../usage-error.ts'

/** Returns the client of a sandbox. A live key is refused before the command does anything. */
const sandboxOf = async ({ calendar }: Context) => {
  const client = calendar()
  const { mode } = await client.me.key()
  if (mode === 'live')
    throw new UsageError(
      'This command needs the key of a sandbox (svc_test_…). Create one in the workspace under Developers → Sandboxes, and set EVCAL_URL and EVCAL_API_KEY.',
    )
  return client
}

/** The terminal shows these. `--json` has all. */
const EFFECTS_SHOWN = 100

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
  summary:
    'Advance the clock of a sandbox by 3d, 90m or P1DT2H, or to an instant, wait until all jobs have run, and show it',
  async run(context, [time = '']) {
    const client = await sandboxOf(context)
    const body = /^\d{4}-/.test(time) ? { to: time } : { by: time }
    const advance = await client.clock.advance(body, { signal: context.signal }).catch((error: unknown) => {
      if (error instanceof AdvanceFailedError) return error.advance
      throw error
    })
    const { to, status, failure, effects } = advance
    const hidden = effects.length - EFFECTS_SHOWN
    context.print(advance, [
      ...linesOf(effects.slice(0, EFFECTS_SHOWN)),
      ...(hidden > 0 ? [`… and ${hidden} more`] : []),
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
  summary: 'Cause a webhook event in a sandbox, such as guest.registered or order.paid',
  async run(context, [type = '']) {
    const client = await sandboxOf(context)
    const done = await client.test.trigger({ type } as TestTrigger)
    context.print(done, linesOf(done.effects))
  },
})
