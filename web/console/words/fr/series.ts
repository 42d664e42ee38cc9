import type { SeriesWords } from '../en/series.ts'
import { counted } from './counted.ts'

export const series: SeriesWords = {
  title: 'Séries',
  lead: 'Des événements récurrents. Chaque date est un événement à part, avec ses propres invités.',
  newSeries: 'Nouvelle série',
  empty: {
    title: 'Aucune série',
    text: 'Décrivez une fois votre rencontre du jeudi, et nous créons ses dates automatiquement.',
    createSeries: 'Créer une série',
  },
  columns: { series: 'Série', dates: 'Dates' },
  dates: (dates) => counted(dates, { one: '# date', other: '# dates' }),
  statuses: { cancelled: 'Annulée', paused: 'En pause', over: 'Terminée', active: 'Active' },
  sheet: {
    changeDates: 'Modifier les dates…',
    editNext: 'Modifier la prochaine date',
    cancel: 'Annuler les dates à venir…',
    delete: 'Supprimer…',
    cancelledAt: (time) => `Annulée : ${time}`,
    pausedSince: (time) =>
      `Nouvelles dates en pause (${time}) : le calendrier a atteint le nombre d’événements à venir de sa formule. Elles reprendront automatiquement dès qu’il y aura de la place.`,
    editedSeparately: 'modifiée à part',
    more: (dates) => counted(dates, { one: 'et # autre', other: 'et # autres' }),
  },
  datesDialog: {
    title: (title) => `Dates de « ${title} »`,
    extra: 'Dates supplémentaires',
    extraHint: 'Des dates en dehors du rythme.',
    day: 'Jour',
    time: 'Heure',
    add: 'Ajouter une date',
    removeDate: (date) => `Retirer ${date}`,
    preview: 'Aperçu',
    nothing: 'Aucune modification pour l’instant.',
    noEffect: 'Aucune date à venir ne change.',
    created: (dates) => counted(dates, { one: '# nouvelle date', other: '# nouvelles dates' }),
    removed: (dates) => counted(dates, { one: '# date retirée', other: '# dates retirées' }),
    changed: (dates) => counted(dates, { one: '# date modifiée', other: '# dates modifiées' }),
    andMore: (dates) => counted(dates, { one: 'et # autre', other: 'et # autres' }),
    guestsAffected: (guests) => counted(guests, { one: '# invité est concerné.', other: '# invités sont concernés.' }),
    noGuestsAffected: 'Aucun invité n’est concerné.',
    withGuests: (guests) => counted(guests, { one: '# invité', other: '# invités' }),
    blocked: 'Ces dates ne font pas partie du nouveau rythme, mais ont ou ont eu des invités :',
    cancelThem: 'Annuler ces dates',
    quota: (adds, room) =>
      `${counted(adds, { one: '# date s’ajoute', other: '# dates s’ajoutent' })}, mais votre formule n’a de place que pour ${room}.`,
    email: (guests) => counted(guests, { one: 'Écrire à # invité', other: 'Écrire à # invités' }),
    save: 'Enregistrer les dates',
    saveAndEmail: (guests) =>
      counted(guests, {
        one: 'Enregistrer les dates et écrire à # invité',
        other: 'Enregistrer les dates et écrire à # invités',
      }),
    saved: 'Dates enregistrées.',
  },
  cancelDialog: {
    title: (title) => `Annuler « ${title} » ?`,
    text: 'Toutes les dates qui n’ont pas commencé sont annulées, et aucune nouvelle n’est créée.',
    reason: 'Motif',
    reasonAside: 'visible par les invités',
    cancel: 'Annuler les dates à venir',
    keep: 'Ne pas annuler',
    cancelled: 'Série annulée.',
  },
  deleteDialog: {
    title: (title) => `Supprimer « ${title} » ?`,
    text: (dates) =>
      counted(dates, {
        one: '# date à venir sans invités est supprimée. Les autres restent, chacune comme un événement à part.',
        other: '# dates à venir sans invités sont supprimées. Les autres restent, chacune comme un événement à part.',
      }),
    delete: 'Supprimer la série',
  },
}
