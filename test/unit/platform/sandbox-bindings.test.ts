import { describe, expect, it } from 'vitest'
import { problemsOfBindings } from '../../../scripts/check/sandbox-bindings.ts'
import { sandboxConfigOf } from '../../../scripts/cloud/sandbox-config.ts'
import { sandboxWorker } from '../../../scripts/start/sandbox.ts'

const configs = {
  deployed: sandboxConfigOf('sandbox', 'worker.js', { ENVIRONMENT: 'production' }),
  'on one machine': sandboxWorker({ scriptPath: 'worker.js', options: {}, vars: {} }),
}

describe.each(Object.entries(configs))('the sandbox Worker, %s', (_where, config) => {
  it('is bound only to its own objects', () => {
    expect(problemsOfBindings(config)).toEqual([])
  })

  it.each([
    ['d1_databases', [{ name: 'DB' }]],
    ['d1Databases', { DB: 'live' }],
    ['queueProducers', { MAILS: 'mails' }],
    ['r2Buckets', { FILES: 'files' }],
    ['send_email', [{ name: 'EMAIL' }]],
    ['serviceBindings', { LIVE: 'event-calendar' }],
    ['durable_objects', { bindings: [{ name: 'EVENTS' }] }],
    ['serviceBindings', { OUTBOUND_PUBLIC: 'event-calendar' }],
    ['serviceBindings', { OUTBOUND_PUBLIC: { name: 'event-calendar' } }],
    ['durable_objects', { bindings: [{ name: 'SHELVES', class_name: 'Shelf', script_name: 'event-calendar' }] }],
    ['durableObjects', { SHELVES: { className: 'Shelf', scriptName: 'event-calendar' } }],
    ['services', [{ binding: 'OUTBOUND_PUBLIC', service: 'event-calendar' }]],
  ])('is refused with %s', (field, value) => {
    expect(problemsOfBindings({ ...config, [field]: value })).toHaveLength(1)
  })
})
