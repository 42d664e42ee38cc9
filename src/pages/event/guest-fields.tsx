import { Said } from '../../presentation/markup.tsx'
import { commaIn } from '../../presentation/plain.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import type { Filled } from './fields.tsx'
import { fieldOf } from './form.ts'
import { EmailField, NameFields, QuestionFields } from './person-fields.tsx'
import { guestPrefix, type Submission } from './submission.ts'

/** Stands for the index of a guest in the `<template>` that the script copies. */
const ANY_INDEX = '__index__'

interface Shared {
  event: PublicEvent
  filled: Filled
  language: Language
}

const questionsFor = ({ registrationQuestions }: PublicEvent) =>
  registrationQuestions.filter(({ askOf }) => askOf === 'ATTENDEE')

/** Fields of one guest. Only questions that need an answer now are visible before the guest is unfolded. */
const GuestFields = ({
  index,
  title,
  ticket,
  event,
  filled,
  language,
}: Shared & { index: number | string; title: string; ticket: { id: string; name: string } | null }) => {
  const prefix = guestPrefix(index)
  const own = { ...filled, prefix }
  const shared = { event, filled: own, language }
  const questions = questionsFor(event)
  const needed = questions.filter(({ required }) => required)
  const unfolded = needed.map((question) => prefix + fieldOf(question))
  const isOpen = Object.keys(filled.problem?.faults ?? {}).some(
    (name) => name.startsWith(prefix) && !unfolded.includes(name),
  )
  return (
    <fieldset class="guest" data-person={prefix} data-ticket={ticket?.id}>
      <legend class="sr">{title}</legend>
      <input type="hidden" name={`${prefix}ticketId`} value={ticket?.id ?? ''} />
      <details open={isOpen}>
        <summary>
          <span class="who">
            <b data-title>{title}</b>{' '}
            <span class="quiet" data-ticket-name>
              {ticket !== null && event.tickets.length > 1 && <Said text={ticket.name} />}
            </span>
          </span>
          <span class="quiet">{language.words.form.nowOrLater}</span>
        </summary>
        <div class="stack">
          <NameFields filled={own} language={language} isGuest />
          <EmailField filled={own} language={language} isGuest />
          <QuestionFields questions={questions.filter(({ required }) => !required)} {...shared} />
        </div>
      </details>
      {needed.length > 0 && (
        <div class="stack needed">
          <QuestionFields questions={needed} {...shared} />
        </div>
      )}
    </fieldset>
  )
}

/** The other people of the party. The script adds and removes fields as the number of tickets changes. */
export const Guests = ({ submission, ...shared }: Shared & { submission: Submission }) => {
  const { event, language } = shared
  const { form } = language.words
  const { guests, isAttending } = submission
  const needed = questionsFor(event).filter(
    ({ required, ticketIds, showIf }) => required && ticketIds === null && showIf === null,
  )
  const first = isAttending ? 2 : 1
  return (
    <section class="part stack" data-guests hidden={guests.length === 0}>
      <h3>{form.guests}</h3>
      <p class="quiet">{form.noAddress}</p>
      {needed.length > 0 && (
        <p>
          <Said text={form.neededNow(needed.map(({ label }) => label).join(commaIn(language.locale)))} />
        </p>
      )}
      <input type="hidden" name="guests" value={String(guests.length)} />
      <div class="guests">
        {guests.map((ticketId, index) => (
          <GuestFields
            {...shared}
            index={index}
            title={form.guest(index + first)}
            ticket={event.tickets.find(({ id }) => id === ticketId) ?? null}
          />
        ))}
      </div>
      <template data-index={ANY_INDEX} data-titles={JSON.stringify(titlesOf(language))}>
        <GuestFields {...shared} index={ANY_INDEX} title="" ticket={null} />
      </template>
    </section>
  )
}

const MOST_TITLES = 11
/** The titles of the guests, from "Guest 1" on. */
const titlesOf = ({ words }: Language) => Array.from({ length: MOST_TITLES }, (_, index) => words.form.guest(index + 1))
