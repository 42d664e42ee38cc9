import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { base64, utf8 } from '../../../src/kernel/crypto.ts'
import { deps } from '../../support/app.ts'
import { installationWith } from '../../support/archives.ts'
import { tokenFor } from '../../support/identity.ts'
import type { Story } from './recorder.ts'

/** The size of an archive depends on the random ids in it. */
const stateSize = (id: string) =>
  env.DB.prepare('update archives set bytes = 48213, row_count = 311 where id = ?').bind(id).run()

/** Archives a calendar, and restores another one that was deleted here. */
export const moveHouse = async (story: Story, owner: string) => {
  const file = base64(utf8('Title,Start,Location\nSummer fair,2031-06-01 10:00,Pier 3\n'))
  await story.tell('POST /v1/calendars/harbour-concerts/events/import', { json: { file, dryRun: true } })

  const token = await tokenFor(owner, { auth_time: Math.floor(Date.now() / 1000) })
  const { id } = (await story.tell('POST /calendars/harbour-concerts/archives', { token })).body.data
  const here = installationWith(deps)
  const path = `/calendars/harbour-concerts/archives/${id}`
  const status = async (line: string) => (await here.send(line, { as: owner })).body.data.status
  await expect.poll(() => status(`GET ${path}`), { timeout: 30_000 }).toBe('READY')
  await stateSize(id)
  await story.tell(`GET ${path}`)
  await story.tell('GET /calendars/harbour-concerts/archives')

  const json = { name: 'Harbour Cinema', slug: 'harbour-cinema', timezone: 'Europe/Berlin' }
  await here.send('POST /calendars', { as: owner, json })
  const archive = await here.archive('harbour-cinema', owner)
  await here.send('DELETE /calendars/harbour-cinema', { as: owner })
  const restore = (await story.tell('POST /restores', { token })).body.data
  const headers = { 'Content-Type': 'application/octet-stream' }
  await story.tell(`PUT /restores/${restore.id}/pieces/1`, { body: archive.bytes, headers })
  await story.tell(`POST /restores/${restore.id}/start`, { json: { key: archive.key } })
  await expect.poll(() => status(`GET /restores/${restore.id}`), { timeout: 30_000 }).toBe('DONE')
  await story.tell(`GET /restores/${restore.id}`)
}
