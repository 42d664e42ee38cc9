import { expect, it } from 'vitest'
import { ARCHIVED } from '../../../src/db/archive/tables.ts'
import { welcome } from '../../contract/story/of-the-guests.ts'
import { settleIn } from '../../contract/story/of-the-owner.ts'
import { plan, prepare } from '../../contract/story/of-the-programme.ts'
import { listenIn, subscribeByKey } from '../../contract/story/of-the-webhooks.ts'
import { startRecording } from '../../contract/story/recorder.ts'
import { deps } from '../../support/app.ts'
import { installationWith, newInstallation } from '../../support/archives.ts'

const here = installationWith(deps)

it('restores a calendar elsewhere so that its archive has the same digest', { timeout: 120_000 }, async () => {
  const story = startRecording('usr_grace')
  await settleIn(story)
  await listenIn(story)
  const event = await plan(story, Date.now())
  await subscribeByKey(story)
  await prepare(story, event)
  await welcome(story, event)
  const first = await here.archive('harbour-concerts', 'usr_grace')
  const there = await newInstallation()
  const state = await there.restore(first.bytes, 'usr_heir', { key: first.key })
  expect(state).toMatchObject({ status: 'DONE', digest: first.digest, keepsLinks: true, error: null })
  const second = await there.archive('harbour-concerts', 'usr_heir')
  expect(second.digest).toBe(first.digest)
  expect(ARCHIVED.length).toBeGreaterThan(20)
  const { results } = await there.client
    .prepare('select count(*) as n from changes where calendar_id = ?')
    .bind(state.calendarId)
    .all<{ n: number }>()
  expect(results).toEqual([{ n: 0 }])
})
