import { invalid, notFound } from '../kernel/failure.ts'
import { DAY_MS, iso, isoOrNull, systemClock } from '../kernel/time.ts'
import { listOf, one, operation, reply, type Operation } from '../operation/operation.ts'
import { advanceTo, readAdvance, type Advance } from './advance.ts'
import type { Control } from './control.ts'
import { testActs } from './test-acts.ts'
import { access, at, durationIn, EFFECTS_SHOWN, shownEffect } from './test-routes.ts'
import { listMails, readCapturedMail } from './mailbox.ts'
import {
  AdvanceClock,
  EffectsQuery,
  MailsQuery,
  TestAdvance,
  TestClock,
  TestEffects,
  TestMail,
  TestMailContent,
  TestPlan,
} from './test-schema.ts'

const MAX_AGE_MS = 731 * DAY_MS

const toClock = (now: number, { status, target, failure }: Advance) => ({
  now: iso(now),
  status,
  target: isoOrNull(target),
  failure,
})

const instantIn = (text: string) => Date.parse(text)

/** The operations that only a sandbox has. `control` gives them what the service's ports don't offer. */
export const testOperations = (control: Control): Operation[] => {
  const { books, clock, effects } = control

  const effectsOf = (from: number) => effects.list({ cursor: from, limit: EFFECTS_SHOWN })
  const countsOf = (from: number) =>
    Object.fromEntries(
      books
        .rows<{ kind: string; many: number }>(
          'select kind, count(*) as many from sandbox_effects where seq > ? group by kind order by kind',
          from,
        )
        .map(({ kind, many }) => [kind, many]),
    )

  const readTestClock = operation({
    id: 'test.clock',
    summary: 'Get the clock of a sandbox',
    description: 'Each write moves the clock by 1 ms. Otherwise only an advance moves it.',
    subject: 'none',
    access,
    routes: at('GET /test/clock'),
    answer: one(TestClock),
    run: async () => toClock(clock.read(), readAdvance(books)),
  })

  const advanceTestClock = operation({
    id: 'test.advance',
    summary: 'Advance the clock of a sandbox',
    description:
      'Runs everything that falls due on the way, each at its own instant. Answers 202 if that takes longer than 20 seconds; then read the clock until it is READY.',
    subject: 'none',
    access,
    routes: at('POST /test/clock/advance'),
    body: AdvanceClock,
    answer: one(TestAdvance),
    refusals: ['clock_advancing', 'rate_limited', 'sandbox_full'],
    async run({ body }) {
      const [from, before] = [clock.read(), effects.head()]
      const to = body.to === undefined ? from + durationIn(body.by ?? '') : instantIn(body.to)
      const field = body.to === undefined ? 'by' : 'to'
      if (to <= from) throw invalid(field, `must be after the clock, which shows ${iso(from)}`)
      if (to > (books.read<number>('begin') ?? from) + MAX_AGE_MS)
        throw invalid(field, 'must be at most two years after the start of the sandbox')
      const tooMany = control.advances.take()
      if (tooMany !== null) return tooMany
      // If the object is killed, this request is lost, but the alarm continues the advance.
      await control.goOnAfter(control.patienceMs)
      const until = systemClock() + control.patienceMs
      const { status, failure } = await advanceTo(to, control, {
        isOver: () => systemClock() > until,
        rest: control.rest,
      })
      if (status === 'ADVANCING') await control.goOnAfter(0)
      const found = effectsOf(before)
      return reply(
        {
          from: iso(from),
          to: iso(status === 'READY' ? clock.read() : to),
          status,
          failure,
          counts: countsOf(before),
          effects: found.effects.map(shownEffect),
          cursor: String(found.cursor),
          hasMore: found.hasMore,
        },
        { status: status === 'ADVANCING' ? 202 : 200 },
      )
    },
  })

  const listTestEffects = operation({
    id: 'test.effects',
    summary: 'List effects',
    description: 'Everything that happened in the sandbox, in order: emails, deliveries, status changes and payments.',
    subject: 'none',
    access,
    routes: at('GET /test/effects'),
    query: EffectsQuery,
    answer: one(TestEffects),
    run: async ({ query }) => {
      const first = query.last === undefined ? 0 : effects.beforeLast(query.last)
      const found = effects.list({
        cursor: Math.max(Number(query.cursor ?? 0), first),
        kinds: query.kinds?.split(',').filter((kind) => kind !== '') ?? [],
        since: query.since === undefined ? 0 : instantIn(query.since),
        limit: query.last ?? query.limit ?? EFFECTS_SHOWN,
      })
      return { effects: found.effects.map(shownEffect), cursor: String(found.cursor), hasMore: found.hasMore }
    },
  })

  const listTestMails = operation({
    id: 'test.mails',
    summary: 'List captured emails',
    description: 'Newest first. A sandbox sends no email.',
    subject: 'none',
    access,
    routes: at('GET /test/mails'),
    query: MailsQuery,
    answer: listOf(TestMail),
    run: async ({ query }) => listMails(books, { limit: EFFECTS_SHOWN, ...query }),
  })

  const readTestMail = operation({
    id: 'test.mail',
    summary: 'Get a captured email',
    description: 'Includes its HTML, text, headers, attachments, calendar part and links.',
    subject: 'none',
    access,
    routes: at('GET /test/mails/:mailId'),
    answer: one(TestMailContent),
    run: async ({ params }) => {
      const mail = readCapturedMail(books, params.mailId)
      if (mail === null) throw notFound()
      return mail
    },
  })

  const changeTestPlan = operation({
    id: 'test.plan',
    summary: 'Change the plan of a sandbox',
    subject: 'none',
    access,
    routes: at('PUT /test/plan'),
    body: TestPlan,
    answer: one(TestPlan),
    refusals: ['clock_advancing'],
    run: async ({ body }) => {
      books.run('update calendars set plan = ? where id = ?', body.plan, control.calendarId)
      clock.tick()
      return body
    },
  })

  return [
    readTestClock,
    advanceTestClock,
    listTestEffects,
    listTestMails,
    readTestMail,
    changeTestPlan,
    ...testActs(control),
  ]
}
