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
  scopes: 'Può',
  limit: 'Come assistente può',
  limited: 'Salvato.',
  end: 'Termina l’accesso',
  ending: {
    title: (host) => `Terminare l’accesso di ${host}?`,
    about: 'L’app non può più leggere né modificare questo calendario e i suoi webhook si fermano.',
    action: 'Termina l’accesso',
    done: (host) => `${host} non ha più accesso.`,
  },
  consent: {
    title: 'Consenti un’app',
    wants: (host) => [host, ' chiede l’accesso a un calendario'],
    calendar: 'Calendario',
    could: 'Potrebbe',
    apart: 'Potrebbe anche inviare email, modificare iscrizioni o rimborsare denaro',
    unchecked: (host) => `Non abbiamo verificato ${host}. Non può mai fare più di te.`,
    returns: (to) => `Ti rimanderà a ${to}.`,
    returnsHere:
      'Ti rimanderà a un programma su questo computer. Consentilo solo se hai appena avviato tu quel programma.',
    elsewhere: (to, host) => `Attenzione: ti manda a ${to}, che non è ${host}.`,
    anyTime: 'Puoi terminarlo in qualsiasi momento in Impostazioni → App.',
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
