import type { GuestsWords } from '../en/guests.ts'
import { counted } from './counted.ts'

export const guests: GuestsWords = {
  papers: {
    menu: 'Printen en exporteren',
    csv: 'CSV downloaden',
    printList: 'Lijst printen',
    printBadges: 'Badges printen',
    arrived: 'Binnen',
  },

  add: {
    menu: 'Gasten toevoegen',
    one: 'Eén gast toevoegen',
    fromFile: 'Uit een bestand toevoegen',
    invite: 'Per e-mail uitnodigen',
    title: 'Gast toevoegen',
    emailHint: 'Het ticket komt meteen per e-mail.',
    action: 'Gast toevoegen',
    added: (name) => `${name} is toegevoegd.`,
  },

  filters: {
    status: 'Status van de gast',
    needsApproval: 'Wacht op goedkeuring',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'Antwoord',
    answerTo: (question, answer) => `${question}: ${answer}`,
    newestFirst: 'Nieuwste eerst',
  },

  list: {
    search: 'Naam, e-mail of code',
    registered: 'Ingeschreven',
    noMatches: 'Geen resultaten',
    noMatchesText: 'Geen gast van dit evenement past bij je zoekopdracht en filters.',
    none: 'Nog geen inschrijvingen',
    noneText: 'Gasten verschijnen hier zodra ze zich inschrijven.',
    noneInDraft: 'Mensen kunnen zich inschrijven zodra het evenement is gepubliceerd.',
    share: 'Evenement delen',
    position: (position, total) => `${position} van ${total}`,
  },

  selection: {
    label: 'Selectie',
    count: (count) => counted(count, { one: '# geselecteerd', other: '# geselecteerd' }),
    approve: (count) => counted(count, { one: '# goedkeuren', other: '# goedkeuren' }),
    decline: (count) => counted(count, { one: '# afwijzen', other: '# afwijzen' }),
    more: 'Meer acties voor de selectie',
    resend: 'E-mail opnieuw sturen',
    cancel: 'Inschrijvingen annuleren…',
    selectFirst: (count) => counted(count, { one: 'De eerste # selecteren', other: 'De eerste # selecteren' }),
    selectAll: (count) => counted(count, { one: 'Alle # selecteren', other: 'Alle # selecteren' }),
    clear: 'Selectie wissen',
  },

  running: {
    failed: (count) => counted(count, { one: '# mislukt', other: '# mislukt' }),
    mayLeave: 'Je kunt deze pagina verlaten',
    waiting: 'Wacht op de dienst en gaat dan verder',
    paused: 'Gepauzeerd',
    pause: 'Pauzeren',
    resume: 'Doorgaan',
    stop: 'Stoppen',
  },

  acts: {
    approve: {
      doing: 'Goedkeuren',
      progress: (done, total) => `Goedkeuren: ${done} van ${total}`,
      done: (count) => counted(count, { one: '# goedgekeurd.', other: '# goedgekeurd.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# goedgekeurd', other: '# goedgekeurd' })}, ${counted(failed, { one: '# mislukt', other: '# mislukt' })}.`,
    },
    reject: {
      doing: 'Afwijzen',
      progress: (done, total) => `Afwijzen: ${done} van ${total}`,
      done: (count) => counted(count, { one: '# afgewezen.', other: '# afgewezen.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# afgewezen', other: '# afgewezen' })}, ${counted(failed, { one: '# mislukt', other: '# mislukt' })}.`,
    },
    resend: {
      doing: 'Opnieuw sturen',
      progress: (done, total) => `Opnieuw sturen: ${done} van ${total}`,
      done: (count) => counted(count, { one: '# e-mail opnieuw gestuurd.', other: '# e-mails opnieuw gestuurd.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# e-mail opnieuw gestuurd', other: '# e-mails opnieuw gestuurd' })}, ${counted(failed, { one: '# mislukt', other: '# mislukt' })}.`,
    },
    cancel: {
      doing: 'Annuleren',
      progress: (done, total) => `Annuleren: ${done} van ${total}`,
      done: (count) => counted(count, { one: '# geannuleerd.', other: '# geannuleerd.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# geannuleerd', other: '# geannuleerd' })}, ${counted(failed, { one: '# mislukt', other: '# mislukt' })}.`,
    },
  },

  declining: {
    ask: (name) => `${name} afwijzen?`,
    askMany: (count) => counted(count, { one: '# gast afwijzen?', other: '# gasten afwijzen?' }),
    means: 'We mailen dat meedoen niet mogelijk is. Je kunt dit 10 seconden lang ongedaan maken.',
    message: 'Bericht',
    messageHint: 'Je bericht staat in de e-mail.',
    tooLong: (characters) =>
      counted(characters, { one: 'Gebruik hoogstens # teken.', other: 'Gebruik hoogstens # tekens.' }),
    keep: 'Niet afwijzen',
    action: 'Afwijzen',
    started: (name) => `We wijzen ${name} over 10 seconden af.`,
    startedMany: (count) =>
      counted(count, {
        one: 'We wijzen # gast over 10 seconden af.',
        other: 'We wijzen # gasten over 10 seconden af.',
      }),
    undo: 'Afwijzing ongedaan maken',
    state: 'Wordt afgewezen',
  },

  approving: {
    ask: (count) => counted(count, { one: '# gast goedkeuren?', other: '# gasten goedkeuren?' }),
  },

  quoted: {
    emails: (count) => counted(count, { one: '# adres krijgt een e-mail.', other: '# adressen krijgen een e-mail.' }),
    orders: (sum) => `Nieuwe bestellingen te betalen: ${sum}.`,
  },

  cancelling: {
    ask: (count) => counted(count, { one: '# inschrijving annuleren?', other: '# inschrijvingen annuleren?' }),
    action: (count) => counted(count, { one: 'Annuleren en # gast mailen', other: 'Annuleren en # gasten mailen' }),
    keep: 'Niet annuleren',
    means: 'Hun plaatsen komen vrij. Betalingen worden niet terugbetaald.',
  },

  names: {
    erased: 'Gewist',
    erasedBelow: 'persoonsgegevens gewist',
    noAddress: 'geen adres',
    missing: 'Naam ontbreekt',
    via: (email) => `via ${email}`,
    noReply: 'nog niet geantwoord',
  },
}
