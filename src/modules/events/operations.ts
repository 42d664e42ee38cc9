import { cancelEvent } from './cancel-event.ts'
import { createEvent, duplicateEvent } from './create-event.ts'
import { deleteEvent } from './delete-event.ts'
import { listEvents, readEvent } from './read-events.ts'
import { updateEvent } from './update-event.ts'

/** Not in index.ts, which the guests' module reads: what an edit does to guests stands there. */
export const eventOperations = [
  listEvents,
  createEvent,
  readEvent,
  updateEvent,
  deleteEvent,
  cancelEvent,
  duplicateEvent,
]
