import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'App',
  lead: 'App e assistenti che agiscono per un membro di questo calendario.',
  none: 'Nessuna app ha accesso a questo calendario.',
  list: 'App con accesso',
  calledItself: (name) => `Si presenta come «${name}»`,
  allowed: (when, who) => ['Consentita ', when, ` da ${who}`],
  neverUsed: 'Non ancora usata',
  lastUsed: (when) => ['Ultimo uso ', when],
  scopes: 'L’app può',
  limit: 'Come assistente, l’app può',
  limited: 'Salvato.',
  did: 'Che cosa ha fatto',
  end: 'Revoca l’accesso',
  ending: {
    title: (host) => `Revocare l’accesso di ${host}?`,
    about: 'L’app non può più leggere né modificare questo calendario e i suoi webhook si fermano.',
    action: 'Revoca l’accesso',
    done: (host) => `${host} non ha più accesso.`,
  },
  consent: {
    title: 'Consenti un’app',
    wants: (host) => [host, ' chiede l’accesso a un calendario'],
    calendar: 'Calendario',
    could: 'L’app potrebbe',
    apart:
      'L’app potrebbe anche inviare e-mail, modificare iscrizioni, rimborsare denaro o inviare i tuoi dati altrove',
    unchecked: (host) => `Non abbiamo verificato ${host}. L’app non potrà mai fare più di te.`,
    commandLine: 'La riga di comando di questo servizio',
    claimed: 'Qualsiasi programma su questo computer può spacciarsi per evcal. Non potrà mai fare più di te.',
    returns: (to) => `L’app ti rimanderà a ${to}.`,
    returnsHere:
      'L’app ti rimanderà a un programma su questo computer. Consentilo solo se hai appena avviato tu quel programma.',
    elsewhere: (to, host) => `Attenzione: l’app ti manda a ${to}, che non è ${host}.`,
    anyTime: 'Puoi revocare l’accesso in qualsiasi momento in Impostazioni → App.',
    allow: 'Consenti l’app',
    noCalendar: {
      title: 'Non hai un calendario per questa app',
      text: 'Un’app richiede un calendario con il piano PRO che gestisci o possiedi.',
    },
    wrong: {
      title: 'La richiesta di questa app non è corretta',
      text: 'Non ti rimandiamo indietro, perché l’indirizzo potrebbe non appartenere all’app. Riprova dall’app o avvisa chi la produce.',
    },
  },
}
