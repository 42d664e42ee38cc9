import type { ErasureWords } from '../en/erasure.ts'
import { counted } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `Eliminare «${name}»?`,
    calendar: (name) => `Eliminare ${name}?`,
    account: 'Eliminare il tuo account?',
  },
  lead: {
    event:
      'Elimineremo l’evento tra 30 giorni. Fino ad allora non è pubblico, nessuno può modificarlo e puoi annullare l’eliminazione.',
    calendar:
      'Elimineremo il calendario tra 30 giorni. Fino ad allora non è pubblico, nessuno può modificarlo e puoi annullare l’eliminazione.',
    account:
      'Elimineremo il tuo account tra 30 giorni, con i calendari di cui sei l’unico membro. Fino ad allora puoi annullare l’eliminazione. Il tuo account presso il provider di accesso resta.',
  },
  empty: {
    event: 'Nessuno si è mai iscritto a questo evento, quindi lo elimineremo subito. Non si può tornare indietro.',
    calendar:
      'Questo calendario non ha eventi, quindi lo elimineremo subito. La pagina, i feed e il widget smettono di funzionare. Non si può tornare indietro.',
  },
  deleteNow: 'Elimina definitivamente',
  erases: 'Che cosa elimineremo',
  counts: {
    events: (count) => counted(count, { one: '# evento', other: '# eventi' }),
    guests: (count) => counted(count, { one: '# ospite', other: '# ospiti' }),
    orders: (count) => counted(count, { one: '# ordine', other: '# ordini' }),
    members: (count) => counted(count, { one: '# membro del team', other: '# membri del team' }),
    images: (count) => counted(count, { one: '# immagine', other: '# immagini' }),
    apiKeys: (count) => counted(count, { one: '# chiave API', other: '# chiavi API' }),
    webhooks: (count) => counted(count, { one: '# webhook', other: '# webhook' }),
  },
  nothingElse: 'Il tuo nome, le tue impostazioni e il tuo ID utente in tutti i registri',
  stays: 'Che cosa resta, e perché',
  staying: {
    DOCUMENTS: 'Le fatture e le note di credito di un evento fino alla loro data, perché lo richiede la legge fiscale',
    POSTINGS: 'I movimenti di denaro, senza nomi, perché i conti restino completi',
    SLUGS: 'Gli indirizzi web, perché un vecchio link non porti mai a qualcos’altro',
    CHANGE_FEED:
      'L’elenco delle modifiche, solo con gli ID, per 30 giorni, perché i programmi collegati sappiano dell’eliminazione',
    RESPONSES: 'Risposte cifrate ai programmi per 1 giorno, perché una richiesta ripetuta non venga eseguita due volte',
    EMAIL_RECORDS:
      'Registri delle e-mail inviate, senza indirizzo né contenuto, per 30 giorni, perché nessuna e-mail parta due volte',
  },
  copyFirst: 'Vuoi una copia? Prima scarica tutto:',
  confirm: (name) => `Scrivi «${name}» per confermare`,
  request: 'Elimina tra 30 giorni',

  blocked: {
    event: 'Non puoi ancora eliminare questo evento',
    calendar: 'Non puoi ancora eliminare questo calendario',
    account: 'Non puoi ancora eliminare il tuo account',
  },
  blocks: {
    EVENT_AHEAD:
      'L’evento non è ancora terminato. Prima annullalo, così gli ospiti ricevono un’e-mail, oppure aspetta che finisca.',
    EVENTS_WITH_GUESTS: (count) =>
      counted(count, {
        one: '# evento in arrivo ha ospiti. Prima annullalo, così ricevono un’e-mail.',
        other: '# eventi in arrivo hanno ospiti. Prima annullali, così ricevono un’e-mail.',
      }),
    DOCUMENTS_KEPT: 'Il calendario ha fatture da conservare per legge. Potrai eliminarlo dopo.',
    OPEN_PAYMENTS: 'Ci sono rimborsi o pagamenti in corso. Riprova quando saranno conclusi.',
    ONLY_OWNER: (calendar, members) =>
      counted(members, {
        one: `Nessun altro è proprietario di ${calendar}, che ha # altro membro. Prima rendilo proprietario o elimina il calendario.`,
        other: `Nessun altro è proprietario di ${calendar}, che ha # altri membri. Prima rendi proprietario uno di loro o elimina il calendario.`,
      }),
    other: 'Qualcosa è ancora in corso. Riprova più tardi.',
  },
  open: {
    EVENT_AHEAD: 'Apri l’evento',
    EVENTS_WITH_GUESTS: 'Mostra gli eventi',
    OPEN_PAYMENTS: 'Mostra gli incassi',
    ONLY_OWNER: 'Apri il team',
  },
  managersCant: 'Ci sono già iscrizioni a questo evento. Annullalo, oppure chiedi a un proprietario di eliminarlo.',

  pending: {
    event: (name, when) => [name, ` verrà eliminato in data ${when}. Fino ad allora nessuno può modificarlo.`],
    calendar: (name, when) => [
      name,
      ` verrà eliminato in data ${when}. Fino ad allora non è pubblico e nessuno può modificarlo.`,
    ],
    account: (when) => `Il tuo account verrà eliminato in data ${when}.`,
  },
  takeBack: 'Annulla eliminazione',
  takenBack: 'Eliminazione annullata. Non verrà eliminato niente.',
  requested: {
    event: 'Abbiamo scritto la data ai proprietari per e-mail.',
    calendar: 'Abbiamo scritto la data ai proprietari per e-mail.',
    account: 'Fino ad allora puoi annullare l’eliminazione.',
  },

  download: {
    title: 'Porta via tutto',
    lead: 'Uno ZIP con eventi, ospiti, ordini, ingressi, messaggi, codici sconto, team e immagini, in CSV e JSON. Non contiene password, chiavi né codici QR.',
    button: 'Scarica tutto',
    underWay: 'Download in corso…',
  },
}
