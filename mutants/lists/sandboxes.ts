import type { Mutant } from '../mutant.ts'

const sandboxes = ['test/api/sandboxes/sandboxes.test.ts']

export const sandboxMutants: readonly Mutant[] = [
  {
    name: 'test keys are not forwarded',
    rule: 'A test key leads to its sandbox at every address of the service.',
    in: 'mayBeForSandbox',
    swap: ["isTestKey(request.headers.get('x-svc-api-key') ?? '')", 'false'],
    tests: sandboxes,
  },
  {
    name: 'a session has the role OWNER in a sandbox',
    rule: 'A member has the same role in a sandbox as in the live calendar.',
    in: 'memberOf',
    swap: ['isOperator: false, role }', "isOperator: false, role: 'OWNER' as const }"],
    tests: sandboxes,
  },
  {
    name: 'callers write their own session for a sandbox',
    rule: 'Only the live Worker tells a sandbox who calls.',
    in: 'passToSandbox',
    swap: ["headers.delete('Authorization')", 'headers.size'],
    tests: sandboxes,
  },
  {
    name: 'a live key in a row opens a sandbox',
    rule: 'A live key opens no sandbox, whatever the rows say.',
    in: 'RunningSandbox.#received',
    swap: [
      "if (!(headers.get('x-svc-api-key') ?? '').startsWith('svc_test_')) headers.delete('x-svc-api-key')",
      'headers.has("x")',
    ],
    tests: ['test/api/sandboxes/acts.test.ts'],
  },
  {
    name: 'the sandbox Worker is bound to a database',
    rule: 'The sandbox Worker has no binding to live data.',
    in: 'sandboxWorker',
    swap: ['serviceBindings: outboundBindings(networks)', "d1Databases: { DB: 'live' }, serviceBindings: {}"],
    tests: ['test/unit/platform/sandbox-bindings.test.ts'],
  },
  {
    name: 'orders end by the clock of the machine',
    rule: 'An unpaid order of a sandbox ends by the clock of the sandbox.',
    in: 'expireUnpaidOrders',
    swap: ['deps.clock()', 'deps.machine()'],
    tests: sandboxes,
  },
  {
    name: 'a sandbox takes any number of guests',
    rule: 'A sandbox has at most 5,000 guests.',
    in: 'limitGuests',
    swap: ['>= ${MAX_GUESTS}', '< 0'],
    tests: ['test/api/sandboxes/limits.test.ts'],
  },
  {
    name: 'offers have no next instant',
    rule: 'An offer expires at its own minute while the clock advances.',
    in: 'INSTANTS',
    swap: [
      `sql.raw(
    "(select min(offer_expires_at) from guests where status = 'PENDING' and offer_expires_at is not null)",
  )`,
      'null',
    ],
    tests: sandboxes,
  },
  {
    name: 'jobs run when an advance ends',
    rule: 'One advance or several to the same instant leave the same effects.',
    in: 'advanceTo',
    swap: ['clock.set(target)', 'clock.set(target)\n  await runMinute(floorMinute(target), target, engine)'],
    tests: ['test/api/sandboxes/clock.test.ts'],
  },
  {
    name: 'ids of a sandbox begin again when it wakes',
    rule: 'A sandbox that was killed sends every email, and each once.',
    in: 'idsFrom',
    swap: ['books.read<number>(ROW)', 'null as number | null'],
    tests: ['test/api/sandboxes/kills.test.ts'],
  },
  {
    name: 'an advance that was killed skips its first minute',
    rule: 'Every job runs at its own minute, also after a kill.',
    in: 'advanceTo',
    swap: ['keepConsidered(engine)\n', ''],
    tests: ['test/api/sandboxes/kills.test.ts'],
  },
  {
    name: 'an advance that was killed is left',
    rule: 'An advance goes on by the alarm of its object.',
    in: 'testOperations',
    swap: ['await control.goOnAfter(control.patienceMs)', ''],
    tests: ['test/api/sandboxes/kills.test.ts'],
  },
  {
    name: 'a payment message is sent only once',
    rule: 'The simulated provider loses no message when the sandbox is killed.',
    in: 'SimulatedProvider.#send',
    swap: ['remind(message.id, clock())', 'books.read(message.id)'],
    tests: ['test/api/sandboxes/kills.test.ts'],
  },
  {
    name: 'a made-up id creates an object',
    rule: 'Only the id of a sandbox wakes an object.',
    in: 'sandboxNamed',
    swap: ['if (!(await directoryOf(env).has(id))) return null', ''],
    tests: ['test/api/sandboxes/way-in.test.ts'],
  },
  {
    name: 'payment pages are numbered',
    rule: 'Nobody can guess the name of a payment page.',
    in: 'SimulatedProvider.port',
    swap: ['`cs_sandbox${randomBase62(22)}`', "this.#nextNumber('cs')"],
    tests: ['test/api/sandboxes/payments.test.ts'],
  },
  {
    name: 'a downgrade leaves the sandboxes open',
    rule: 'The sandboxes of a calendar without PRO are closed.',
    in: 'RunningSandbox.#whyClosed',
    swap: ["read<boolean>('isClosed') !== true", "read<boolean>('isClosed') !== undefined"],
    tests: ['test/api/sandboxes/ends.test.ts'],
  },
  {
    name: 'writes wait for an advance',
    rule: 'A write during an advance gets 409 clock_advancing at once.',
    in: 'RunningSandbox.answerMeanwhile',
    swap: ['if (!isRead(request)) return', 'if (request.method === "") return'],
    tests: ['test/api/sandboxes/advances.test.ts'],
  },
]
