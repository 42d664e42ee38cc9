import type { EventAnswer, GuestAnswer, GuestPartyAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Ask, Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { SendKey } from '../parts/send-key.tsx'
import { useState } from '../parts/state.ts'
import { fullDayOf, nameOf } from '../parts/words.ts'
import { guestSheetWords } from '../words/en/guest-sheet.ts'
import { termsWords } from '../words/en/terms.ts'
import { AnswerField, answerFault, answersOf, questionsOf, type Given, type GuestQuestions } from './answers.tsx'
import { ticketsFor, type GuestTickets } from './guest-ticket.ts'
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
      {termsWords().cancel}
    </button>
    <Send work={work}>
      {action} <SendKey />
    </Send>
  </footer>
)

interface Corrected {
  path: string
  who: { firstName: string; lastName: string; email: string }
  /** Text above the form that says what else the change affects. */
  lead?: string
  /** The guest's answers, if any question applies to them. */
  questions?: GuestQuestions
  /** The tickets to choose from, if the guest can have another one. */
  tickets?: GuestTickets | undefined
  /** Hint shown once the user has edited the email address. */
  ofMove: string
}

const Correct = ({ session, path, who, lead, ofMove, questions, tickets, close, done }: Opened & Corrected) => {
  const words = guestSheetWords().edit
  const [began] = useState({
    firstName: who.firstName,
    lastName: who.lastName,
    email: who.email,
    ticketId: tickets?.held ?? '',
  })
  const work = useWork()
  const { values, field, shown } = useFields(began, work)
  const [given, give] = useState<Given>(questions?.given ?? {})
  const asked = questions?.askedWith(given, tickets === undefined ? undefined : values.ticketId) ?? []
  const isMoved = values.email.trim().toLowerCase() !== began.email
  const hasNewTicket = values.ticketId !== began.ticketId
  const send = () =>
    void work
      .run(async () => {
        // Sends only edited fields, because another member may have changed the others since the dialog opened.
        const changed = Object.entries(values).filter(([name, value]) => value !== began[name as keyof typeof began])
        const answers = JSON.stringify(given) === JSON.stringify(questions?.given) ? undefined : answersOf(asked, given)
        await session.api.patch(path, { ...Object.fromEntries(changed), answers })
        await done()
        session.toast(words.saved)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title(nameOf(who) || who.email)} close={close}>
      {lead !== undefined && <p class="soft">{lead}</p>}
      <Form send={send}>
        <PersonFields field={field} hint={isMoved ? ofMove : undefined} />
        {tickets !== undefined && (
          <SelectField
            label={termsWords().ticket}
            {...field('ticketId')}
            options={tickets.options}
            hint={hasNewTicket ? words.ticketMoved : tickets.isOfOnePrice ? words.samePriceOnly : undefined}
          />
        )}
        {asked.map((question) => (
          <AnswerField
            key={question.id}
            question={{ ...question, required: false }}
            value={given[question.id]}
            set={(value) => give((before) => ({ ...before, [question.id]: value }))}
            fault={answerFault(work, asked, given, question.id)}
          />
        ))}
        <OtherFault work={work} fields={shown} />
        <Foot close={close} work={work} action={isMoved || hasNewTicket ? words.saveAndEmail : words.save} />
      </Form>
    </Dialog>
  )
}

export const CorrectGuest = ({ guest, event, ...about }: About & { event: EventAnswer; path: string }) => (
  <Correct
    {...about}
    who={guest}
    questions={questionsOf(guest, event)}
    tickets={ticketsFor(guest, event)}
    ofMove={guestSheetWords().edit.guestMoved}
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
    lead={guestSheetWords().edit.buyerLead}
    ofMove={guestSheetWords().edit.buyerMoved}
  />
)

export const TransferGuest = ({ session, guest, close, done }: About) => {
  const words = guestSheetWords().transferring
  const work = useWork()
  const { values, field, shown } = useFields({ recipientName: '', recipientEmail: '' }, work)
  const send = () =>
    void work
      .run(async () => {
        await session.api.post(`/rsvps/${guest.id}/transfer`, values)
        await done()
        session.toast(words.done(nameOf(guest)))
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title(nameOf(guest) || guest.email)} close={close}>
      <p class="soft">{words.lead}</p>
      <Form send={send}>
        <TextField label={words.name} {...field('recipientName')} isFocused />
        <TextField label={words.email} type="email" {...field('recipientEmail', 'recipientEmail', 'email')} />
        <OtherFault work={work} fields={shown} />
        <Foot close={close} work={work} action={words.action} />
      </Form>
    </Dialog>
  )
}

interface ErasedAnswer {
  kept: readonly { number: string; until: string }[]
}

/** Names the invoices that stay, and the day on which the last of them is erased. */
const erasedMessage = ({ kept }: ErasedAnswer) => {
  const words = guestSheetWords().erasing
  const last = kept
    .map(({ until }) => until)
    .toSorted()
    .at(-1)
  return last === undefined
    ? words.done
    : words.kept(kept.map(({ number }) => number).join(', '), fullDayOf(last.slice(0, 10)))
}

export const EraseGuest = ({ session, path, guest, close, done }: About & { path: string }) => {
  const words = guestSheetWords().erasing
  return (
    <Ask
      title={words.ask(nameOf(guest) || guest.email)}
      action={words.action}
      isDangerous
      close={close}
      act={async () => {
        const { data } = await session.api.post<One<ErasedAnswer>>(`${path}/erase`)
        session.toast(erasedMessage(data))
      }}
      done={() => void done()}
    >
      <p>{words.means}</p>
    </Ask>
  )
}
