import type { Child } from 'hono/jsx/dom'
import type { ImportingWords } from '../en/importing.ts'
import { counted } from './counted.ts'

export const importing: ImportingWords = {
  title: 'Aggiungi ospiti da un file',
  file: 'File CSV',
  paste: 'O incolla una tabella',
  pasteExample: 'Nome, Cognome, E-mail\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Scegli un altro file',

  readAs: {
    commas: (encoding) => `Letto come ${encoding}, con virgole tra le colonne.`,
    semicolons: (encoding) => `Letto come ${encoding}, con punti e virgola tra le colonne.`,
    tabs: (encoding) => `Letto come ${encoding}, con tabulazioni tra le colonne.`,
    bars: (encoding) => `Letto come ${encoding}, con barre verticali tra le colonne.`,
  },
  checkLetters: 'Se lettere come la è appaiono sbagliate, salva il file come UTF-8 e sceglilo di nuovo.',

  columns: {
    email: 'E-mail',
    firstName: 'Nome',
    lastName: 'Cognome',
    name: 'Nome completo',
    ticket: 'Biglietto',
  },
  skipColumn: 'Ignora',
  reason: 'Motivo',

  rows: {
    label: 'Righe del file',
    column: (number) => `Colonna ${number}`,
    row: (number) => `Riga ${number}`,
    fault: (number, fault) => `Riga ${number}: ${fault}`,
    moreFaults: (count) => counted(count, { one: 'e un’altra', other: 'e altre #' }),
    ticketForOthers: 'Biglietto per le righe che non lo indicano',
  },

  faults: {
    noAddress: 'manca l’indirizzo e-mail',
    twice: 'compare due volte nel file',
    noName: 'manca il nome',
    stopped: 'non provata, perché hai interrotto',
    noTicket: (ticket) => `nessun biglietto si chiama «${ticket}»`,
  },

  willBeAdded: (guests) => counted(guests, { one: '# ospite da aggiungere', other: '# ospiti da aggiungere' }),
  willBeAddedExcept: (added: Child, skipped): Child => [
    added,
    counted(skipped, { one: ', # riga ignorata:', other: ', # righe ignorate:' }),
  ],
  emailing: {
    ask: 'Scrivere a questi ospiti?',
    no: 'No, aggiungili soltanto',
    noHint: (resend) =>
      `Scriviamo solo agli ospiti con un ordine da pagare, perché scade. Puoi inviare i biglietti più tardi: seleziona gli ospiti e scegli «${resend}».`,
    yes: 'Sì, invia i biglietti per e-mail',
    yesHint: 'Ogni ospite riceve subito un’e-mail.',
  },

  add: 'Aggiungi',
  addOnly: (guests) => counted(guests, { one: 'Aggiungi # ospite', other: 'Aggiungi # ospiti' }),
  addAndEmail: (guests) =>
    counted(guests, { one: 'Aggiungi e scrivi a # ospite', other: 'Aggiungi e scrivi a # ospiti' }),
  running: {
    doing: 'Aggiunta',
    progress: (done, total) => `Aggiunta: ${done} di ${total}`,
  },
  added: (guests) => counted(guests, { one: '# ospite aggiunto.', other: '# ospiti aggiunti.' }),

  addedExcept: (guests, rows, open) =>
    `${counted(guests, { one: '# ospite aggiunto', other: '# ospiti aggiunti' })}, ${counted(rows, { one: '# riga non aggiunta', other: '# righe non aggiunte' })}. Per sapere perché, scegli «${open}».`,

  result: {
    title: (guests) => counted(guests, { one: '# ospite aggiunto', other: '# ospiti aggiunti' }),
    allEmailed: 'Stiamo inviando a tutti il biglietto per e-mail.',
    noneEmailed: 'Scriviamo solo agli ospiti con un ordine da pagare.',
    notAdded: (people) => counted(people, { one: '# riga non aggiunta:', other: '# righe non aggiunte:' }),
    list: 'Non aggiunti',
    download: 'Scarica queste righe',
  },

  inviting: {
    title: 'Invita persone',
    addresses: 'Indirizzi e-mail',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) =>
      counted(addresses, {
        one: '# indirizzo trovato. Incollali in qualsiasi formato.',
        other: '# indirizzi trovati. Incollali in qualsiasi formato.',
      }),
    file: 'O un file CSV',
    message: 'Il tuo messaggio',
    showPreview: 'Anteprima dell’e-mail',
    hidePreview: 'Nascondi anteprima',
    send: (invitations) => counted(invitations, { one: 'Invia # invito', other: 'Invia # inviti' }),
    done: (people) => counted(people, { one: '# persona invitata', other: '# persone invitate' }),
    results: {
      invited: (count) => counted(count, { one: '# invitata', other: '# invitate' }),
      alreadyRegistered: (count) => counted(count, { one: '# già iscritta', other: '# già iscritte' }),
      unsubscribed: (count) =>
        counted(count, {
          one: '# non vuole e-mail da questo calendario',
          other: '# non vogliono e-mail da questo calendario',
        }),
      declined: (count) =>
        counted(count, { one: '# ha già rifiutato questo evento', other: '# hanno già rifiutato questo evento' }),
      invalid: (count) => counted(count, { one: '# non valido', other: '# non validi' }),
    },
  },
}
