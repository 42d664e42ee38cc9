import type { Child } from 'hono/jsx/dom'
import type { MessagesWords } from '../en/messages.ts'
import { counted } from './counted.ts'

export const messages: MessagesWords = {
  invitePeople: 'Mensen uitnodigen',
  onceIsPublished: 'Je kunt gasten mailen zodra het evenement is gepubliceerd.',
  write: {
    title: 'Gasten schrijven',
    to: 'Aan',
    recipients: (guests) => counted(guests, { one: '# gast', other: '# gasten' }),
    recipientsOfChosenTickets: (guests: Child): Child => [guests, '.'],
    recipientsOfAllTickets: (guests: Child): Child => [guests, ', alle tickets.'],
    excludesUnsubscribed: 'Zonder mensen die zich hebben afgemeld.',
    excludes: (people) =>
      counted(people, {
        one: 'Zonder # persoon die geen e-mails wil.',
        other: 'Zonder # mensen die geen e-mails willen.',
      }),
    subject: 'Onderwerp',
    message: 'Bericht',
    messageHint: 'Markdown. Het concept blijft in dit tabblad bewaard tot je het verstuurt.',
    sendTime: 'Wanneer versturen',
    now: 'Nu',
    later: 'Later',
    sendAt: 'Versturen op',
    send: 'Versturen',
    sendTo: (guests) => counted(guests, { one: 'Naar # gast sturen', other: 'Naar # gasten sturen' }),
    schedule: 'Plannen',
    scheduleFor: (guests) => counted(guests, { one: 'Voor # gast plannen', other: 'Voor # gasten plannen' }),
    scheduled: 'Bericht gepland.',
    sending: 'We versturen je bericht.',
    noSubject: 'Onderwerp',
    noMessage: 'Hier komt je bericht.',
  },
  list: {
    title: 'Verstuurd en gepland',
    remindNow: 'Nu herinneren…',
    noReminders: 'Geen automatische herinneringen.',
    reminders: (reminders) =>
      counted(reminders, {
        one: '# automatische herinnering voor het begint.',
        other: '# automatische herinneringen voor het begint.',
      }),
    empty: 'Nog geen berichten.',
    sends: (fromNow) => `wordt ${fromNow} verstuurd`,
    sent: (sent, recipients) =>
      counted(recipients, { one: `${sent} van # verstuurd`, other: `${sent} van # verstuurd` }),
    queued: (emails) => counted(emails, { one: '# in de wachtrij', other: '# in de wachtrij' }),
    optedOut: (guests) => counted(guests, { one: '# afgemeld', other: '# afgemeld' }),
    whoMissed: 'Wie heeft het niet gekregen?',
    notReached: (guests) => counted(guests, { one: '# heeft het niet gekregen', other: '# hebben het niet gekregen' }),
    cancel: 'Bericht annuleren',
    cancelMessage: (subject) => `Bericht ${subject} annuleren`,
    cancelled: 'Bericht geannuleerd. Het wordt niet verstuurd.',
    automatic: 'automatisch',
    reminder: 'herinnering',
  },
  failures: {
    title: (subject) => `Niet bezorgd: ‘${subject}’`,
    label: 'Niet bezorgd',
    none: 'Iedereen heeft het gekregen.',
    reasons: {
      failed: 'de e-maildienst gaf geen reden',
      retrying: 'de e-maildienst gaf geen reden',
      cancelled: 'achterhaald of niet meer gewenst op het moment van versturen',
      unsubscribed: 'afgemeld voor je berichten',
      declined: 'heeft de uitnodiging afgeslagen',
      no_address: 'geen e-mailadres: de gegevens van de besteller zijn gewist',
    },
    guestWithoutAddress: 'Gast zonder e-mailadres',
    attempts: (attempts) => counted(attempts, { one: '# poging', other: '# pogingen' }),
    statuses: {
      failed: 'Niet bezorgd',
      retrying: 'Nieuwe poging',
      cancelled: 'Niet verstuurd',
      unsubscribed: 'Niet verstuurd',
      declined: 'Niet verstuurd',
      no_address: 'Niet verstuurd',
    },
  },
  remind: {
    title: 'Iedereen die komt herinneren',
    message: 'Je bericht',
    send: 'Herinneren',
    sendTo: (guests) => counted(guests, { one: '# gast herinneren', other: '# gasten herinneren' }),
    sending: 'We versturen de herinnering.',
  },
}
