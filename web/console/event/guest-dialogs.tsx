import { useState } from 'hono/jsx/dom'
import type { GuestAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Ask, Dialog } from '../parts/dialog.tsx'
import { faultOf, Form, OtherFault, Send, TextField } from '../parts/fields.tsx'
import { nameOf } from '../parts/words.ts'
import { PersonFields } from './person-fields.tsx'

interface About {
  session: CalendarSession
  guest: GuestAnswer
  close(): void
  done(): Promise<void>
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

export const CorrectGuest = ({ session, path, guest, close, done }: About & { path: string }) => {
  const [fields, setFields] = useState({ firstName: guest.firstName, lastName: guest.lastName, email: guest.email })
  const work = useWork()
  const set = (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes }))
  const isMoved = fields.email.trim().toLowerCase() !== guest.email
  const send = () =>
    void work
      .run(async () => {
        await session.api.patch(path, fields)
        await done()
        session.toast(isMoved ? 'Corrected; the new address is mailed.' : 'Corrected.')
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={`Correct ${nameOf(guest) || guest.email}`} close={close}>
      <Form send={send}>
        <PersonFields
          fields={fields}
          set={set}
          work={work}
          hint={isMoved ? 'The new address gets a new code and link; the old ones are dead at once.' : undefined}
        />
        <OtherFault work={work} fields={['firstName', 'lastName', 'email']} />
        <Foot close={close} work={work} action={isMoved ? 'Correct and mail' : 'Correct'} />
      </Form>
    </Dialog>
  )
}

export const TransferGuest = ({ session, guest, close, done }: About) => {
  const [fields, setFields] = useState({ recipientName: '', recipientEmail: '' })
  const work = useWork()
  const set = (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes }))
  const send = () =>
    void work
      .run(async () => {
        await session.api.post(`/rsvps/${guest.id}/transfer`, fields)
        await done()
        session.toast(`${nameOf(guest)}’s place is passed on; both are told.`)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={`Transfer the place of ${nameOf(guest) || guest.email}`} close={close}>
      <p class="soft">Ticket, order and seat go to somebody else. The old code is dead at once, and both are mailed.</p>
      <Form send={send}>
        <TextField
          label="To whom"
          value={fields.recipientName}
          set={(recipientName) => set({ recipientName })}
          isFocused
          fault={faultOf(work, 'recipientName')}
        />
        <TextField
          label="Mail"
          type="email"
          value={fields.recipientEmail}
          set={(recipientEmail) => set({ recipientEmail })}
          fault={faultOf(work, 'recipientEmail')}
        />
        <OtherFault work={work} fields={['recipientName', 'recipientEmail']} />
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
