import { useState } from 'hono/jsx/dom'
import type { EventAnswer, GuestAnswer, GuestPartyAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Ask, Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send, TextField } from '../parts/fields.tsx'
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
  /** What a correction takes along. */
  lead?: string
  /** What another address does. */
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
        // What nobody touched may have been corrected by somebody else meanwhile.
        const changed = Object.entries(values).filter(([name, value]) => value !== began[name as keyof typeof began])
        await session.api.patch(path, Object.fromEntries(changed))
        await done()
        session.toast('Corrected.')
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={`Correct ${nameOf(who) || who.email}`} close={close}>
      {lead !== undefined && <p class="soft">{lead}</p>}
      <Form send={send}>
        <PersonFields field={field} hint={isMoved ? ofMove : undefined} />
        <OtherFault work={work} fields={shown} />
        <Foot close={close} work={work} action={isMoved ? 'Correct and mail' : 'Correct'} />
      </Form>
    </Dialog>
  )
}

export const CorrectGuest = ({ guest, ...about }: About & { path: string }) => (
  <Correct {...about} who={guest} ofMove="The new address gets a new code and link; the old ones are dead at once." />
)

/** Who brought a party, whether they come themselves or not. */
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
    lead="This is the name on the party and on its order. If the buyer comes too, the name of their place is corrected in their own row."
    ofMove="While one of the party is registered the new address is mailed a new link to it. The old link is dead at once, and so are codes and links of guests without an address of their own: their mails go here from now on. If the buyer comes too, their place gets the new address as well."
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
        session.toast(`${nameOf(guest)}’s place is passed on; both are told.`)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={`Transfer the place of ${nameOf(guest) || guest.email}`} close={close}>
      <p class="soft">Ticket, order and seat go to somebody else. The old code is dead at once, and both are mailed.</p>
      <Form send={send}>
        <TextField label="To whom" {...field('recipientName')} isFocused />
        <TextField label="Mail" type="email" {...field('recipientEmail')} />
        <OtherFault work={work} fields={shown} />
        <Foot close={close} work={work} action="Transfer and mail both" />
      </Form>
    </Dialog>
  )
}

export const EraseGuest = ({ session, path, guest, close, done }: About & { path: string }) => (
  <Ask
    title={`Erase ${nameOf(guest) || guest.email}?`}
    action="Erase for good"
    isDangerous
    close={close}
    act={() => session.api.post(`${path}/erase`)}
    done={() => {
      session.toast('Erased. Nothing tells any more who this was.')
      void done()
    }}
  >
    <p>
      Names, address, answers and code go, also from orders, mails and exported files. A seat that was held goes to the
      first in line. It cannot be taken back.
    </p>
  </Ask>
)
