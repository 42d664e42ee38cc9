import { setTimeout as sleep } from 'node:timers/promises'
import { GUEST_SIZES, KEY, guestEventOf } from '../fill.ts'
import { figure, type Case, type Result } from '../../harness/results.ts'

const GUESTS = Math.max(...GUEST_SIZES)
const REST_MS = 500

export const exportCases: Case[] = ['csv', 'json'].map((format) => ({
  name: `exports-${format}`,
  run: async (stand): Promise<Result[]> => {
    await sleep(REST_MS)
    stand.forgetPeak()
    const before = stand.memory()
    const from = performance.now()
    const answer = await fetch(
      `http://127.0.0.1:${stand.port}/api/v1/events/${guestEventOf(GUESTS)}/export?format=${format}`,
      { headers: { 'x-svc-api-key': KEY } },
    )
    if (!answer.ok || answer.body === null) throw new Error(`the export answered ${answer.status}`)
    let bytes = 0
    for await (const chunk of answer.body) bytes += chunk.length
    const seconds = (performance.now() - from) / 1_000
    const added = (stand.peakMemory() - before) / 2 ** 20
    const name = `export of 100,000 guests as ${format.toUpperCase()}`
    return [
      figure(`${name}, ${Math.round(bytes / 1e6)} MB`, GUESTS / seconds, 'rows per second', { least: 20_000 }),
      figure(`${name}, memory added`, added, 'MiB', { most: 64 }),
    ]
  },
}))
