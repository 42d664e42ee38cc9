import type { Companion } from './companion.ts'

const LINES = 40

interface Report {
  digest: string
  counts: { new: number; same: number }
}

const fileOf = (round: number) =>
  btoa(
    [
      'Email,Name',
      ...Array.from({ length: LINES }, (_, line) => `import-${round}-${line}@example.org,Ada Line ${line}`),
    ].join('\n'),
  )

/** Imports a list of new guests into an event until all of them are added, then imports it once more. */
export const importsInto = (event: string, apiKey: string): Companion => {
  const headers = { 'x-svc-api-key': apiKey }
  return {
    name: 'import',
    pauseMs: 5_000,
    async play({ round, ask, read, sawEffect }) {
      const file = fileOf(round)
      const importing = (how: { dryRun: true } | { confirm: string }) => ({
        method: 'POST',
        path: `/api/v1/events/${event}/guests/import`,
        headers,
        body: { file, ...how },
      })
      let report = await read<Report>(importing({ dryRun: true }))
      while (report.counts.new > 0) {
        // 409 if a confirmation whose response was lost has added guests in between.
        await ask(importing({ confirm: report.digest }))
        report = await read<Report>(importing({ dryRun: true }))
      }
      const again = await read<Report>(importing({ confirm: report.digest }))
      sawEffect('unchanged lines of a second import', LINES, again.counts.same)
      const listed = await ask({
        method: 'GET',
        path: `/api/v1/events/${event}/guests?limit=1&q=import-${round}-`,
        headers,
      })
      sawEffect('guests of the imported file', LINES, (listed.body['meta'] as { total: number }).total)
    },
  }
}
