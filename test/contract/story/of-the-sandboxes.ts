import type { startRecording } from './recorder.ts'

type Story = ReturnType<typeof startRecording>

/** Creates and deletes a sandbox, and starts a rehearsal. Its result is long, so the example shows it while it runs. */
export const tryOut = async (story: Story, eventId: string) => {
  const calendar = '/calendars/harbour-concerts/sandboxes'
  const { body } = await story.tell(`POST ${calendar}`, { json: { name: 'Expiring offers', seed: 7 } })
  const { id } = body.data as { id: string }
  await story.tell(`GET ${calendar}`)
  await story.tell(`GET ${calendar}/${id}`)
  await story.tell(`DELETE ${calendar}/${id}`)
  const started = await story.tell(`POST /v1/events/${eventId}/rehearsals`, { json: { guests: 20, seed: 7 } })
  await story.tell(`GET /v1/events/${eventId}/rehearsals/${started.body.data.id}`)
  await story.tell(`GET /v1/events/${eventId}/rehearsals`)
}
