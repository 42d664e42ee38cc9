import { useState } from 'hono/jsx/dom'
import type { EventAnswer, GuestAnswer, GuestPartyAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Ask, Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { nameOf } from '../parts/words.ts'
import { PersonFields } from './person-fields.tsx'

interface Opened {
  session: CalendarSession
  close(): void
  done(): Promise<void>
}

interface About extends Opened {
  guest: GuestAnswer
}

const Foot = ({ close, work, action }: { close: () => void; work: ReturnType<typeof useWork>; action: string }) => (
  <footer>
    <button type="button" class="button bare" onClick={close}>
      Cancel
    </button>
    <Send work={work}>
      {action} <kbd>⌘↵</kbd>
    </Send>
  </footer>
)

interface Corrected {
  path: string
  who: { firstName: string; lastName: string; email: string }
  /** Text above the form that says what else the change affects. */
  lead?: string
  /** Hint shown once the user has edited the email address. */
  ofMove: string
}

const Correct = ({ session, path, who, lead, ofMove, close, done }: Opened & Corrected) => {
  const [began] = useState({ firstName: who.firstName, lastName: who.lastName, email: who.email })
  const work = useWork()
  const { values, field, shown } = useFields(began, work)
  const isMoved = values.email.trim().toLowerCase() !== began.email
  const send = () =>
    void work
      .run(async () => {
        // Sends only edited fields, because another member may have changed the others since the dialog opened.
        const changed = Object.entries(values).filter(([name, value]) => value !== began[name as keyof typeof began])
        await session.api.patch(path, Object.fromEntries(changed))
        await done()
        session.toast('Details saved.')
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={`Edit ${nameOf(who) || who.email}`} close={close}>
      {lead !== undefined && <p class="soft">{lead}</p>}
      <Form send={send}>
        <PersonFields field={field} hint={isMoved ? ofMove : undefined} />
        <OtherFault work={work} fields={shown} />
        <Foot close={close} work={work} action={isMoved ? 'Save and email' : 'Save details'} />
      </Form>
    </Dialog>
  )
}

export const CorrectGuest = ({ guest, ...about }: About & { path: string }) => (
  <Correct
    {...about}
    who={guest}
    ofMove="The new address gets a new code and link. The old ones stop working immediately."
  />
)

/** Edits the buyer of a party. The buyer need not be a guest. */
export const CorrectBuyer = ({
  event,
  partyId,
  buyer,
  ...opened
}: Opened & { event: EventAnswer; partyId: string; buyer: GuestPartyAnswer['buyer'] }) => (
  <Correct
    {...opened}
    path={`/events/${event.id}/parties/${partyId}`}
    who={buyer}
    lead="This is the name on the party and on its order. If the buyer is also a guest, edit the name of that guest separately."
    ofMove="If anyone in the party is still registered, we email the new address a new link to the party. The old link stops working immediately, and so do codes and links of guests who share the buyer’s address: their emails go to the new address from now on. If the buyer is also a guest, that guest gets the new address too."
  />
)

export const TransferGuest = ({ session, guest, close, done }: About) => {
  const work = useWork()
  const { values, field, shown } = useFields({ recipientName: '', recipientEmail: '' }, work)
  const send = () =>
    void work
      .run(async () => {
        await session.api.post(`/rsvps/${guest.id}/transfer`, values)
        await done()
        session.toast(`${nameOf(guest)}’s place is transferred. We’re emailing both people.`)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={`Transfer the place of ${nameOf(guest) || guest.email}`} close={close}>
      <p class="soft">
        The ticket, order and seat go to someone else. The old code stops working and both people get an email.
      </p>
      <Form send={send}>
        <TextField label="Their name" {...field('recipientName')} isFocused />
        <TextField label="Their email address" type="email" {...field('recipientEmail')} />
        <OtherFault work={work} fields={shown} />
        <Foot close={close} work={work} action="Transfer and email both" />
      </Form>
    </Dialog>
  )
}

export const EraseGuest = ({ session, path, guest, close, done }: About & { path: string }) => (
  <Ask
    title={`Erase ${nameOf(guest) || guest.email}?`}
    action="Erase permanently"
    isDangerous
    close={close}
    act={() => session.api.post(`${path}/erase`)}
    done={() => {
      session.toast('Guest erased, with all their personal data.')
      void done()
    }}
  >
    <p>
      We erase names, address, answers and code, also from orders, emails and exported files. A seat they held goes to
      the first in line. You can’t undo this.
    </p>
  </Ask>
)
