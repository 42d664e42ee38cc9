import type { OperatorWords } from '../en/operator.ts'
import { counted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'Tutti i calendari',
  lead: 'Gestisci questo servizio. Assegna i piani e sospendi i calendari che ne abusano.',
  search: 'Cerca per nome o indirizzo',
  onlySuspended: 'Solo calendari sospesi',
  none: 'Nessun calendario corrisponde',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: (count) => counted(count, { one: '# evento', other: '# eventi' }),
  members: (count) => counted(count, { one: '# membro', other: '# membri' }),
  planOf: (calendar) => `Piano di ${calendar}`,
  planSet: {
    FREE: (calendar) => `${calendar} ora ha il piano Free.`,
    PLUS: (calendar) => `${calendar} ora ha il piano Plus.`,
    PRO: (calendar) => `${calendar} ora ha il piano Pro.`,
    ENTERPRISE: (calendar) => `${calendar} ora ha il piano Enterprise.`,
  },
  suspended: (reason) => `Sospeso: ${reason}`,
  erased: (fromNow) => `Eliminazione ${fromNow}`,
  suspend: 'Sospendi…',
  suspendNamed: (calendar) => `Sospendi ${calendar}`,
  reinstate: 'Riattiva',
  reinstateNamed: (calendar) => `Riattiva ${calendar}`,
  reinstated: (calendar) => `${calendar} è di nuovo pubblico.`,
  suspendDialog: {
    title: (calendar) => `Sospendere ${calendar}?`,
    text: 'Non è più pubblico, non invia e-mail né webhook e nessuno può modificarlo. I link degli ospiti, i rimborsi e l’ingresso continuano a funzionare.',
    reason: 'Motivo, per i suoi membri',
    suspend: 'Sospendi calendario',
    done: (calendar) => `${calendar} è sospeso.`,
  },
  previous: 'Precedente',
  next: 'Avanti',

  plans: {
    title: 'Piani',
    lead: 'Che cosa comprende ogni piano. Ogni calendario ha un piano.',
    ask: 'Per cambiare il piano di un calendario, scrivi al gestore di questo servizio e indica l’indirizzo del calendario.',
    yours: (calendar, plan) => [calendar, ' ha il piano ', plan, '.'],
    includes: {
      FREE: [
        'Eventi, serie, biglietti, iscrizioni e liste d’attesa',
        'Messaggi, promemoria e statistiche',
        'Ingresso con il chiosco per i membri del tuo team',
        'Uno ZIP con tutto, in qualsiasi momento',
      ],
      PLUS: [
        'Tutto ciò che c’è in Free',
        'Un feed del calendario e il widget per il tuo sito',
        'Webhook',
        'Esportazioni programmate per e-mail',
        'Più eventi, ospiti ed e-mail',
      ],
      PRO: [
        'Tutto ciò che c’è in Plus',
        'Chiavi API e il registro delle consegne dei webhook',
        'Pass per l’ingresso per chi ti aiuta senza account',
        'Ricerca degli ospiti per una parte del nome',
        'I limiti più alti per eventi, ospiti ed e-mail',
      ],
    },
  },
}
