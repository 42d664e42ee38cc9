import type { SeriesWords } from '../en/series.ts'
import { counted, datesCounted, guestsCounted, number, toGuests } from './counted.ts'

export const series: SeriesWords = {
  title: 'Serie',
  lead: 'Wydarzenia cykliczne. Każdy termin to osobne wydarzenie, z własnymi gośćmi.',
  newSeries: 'Nowa seria',
  empty: {
    title: 'Nie ma jeszcze serii',
    text: 'Opisz raz swoje czwartkowe spotkanie, a terminy utworzymy automatycznie.',
    createSeries: 'Utwórz serię',
  },
  columns: { series: 'Seria', dates: 'Terminy' },
  dates: datesCounted,
  statuses: { cancelled: 'Odwołana', paused: 'Wstrzymana', over: 'Zakończona', active: 'Aktywna' },
  sheet: {
    changeDates: 'Zmień terminy…',
    editNext: 'Edytuj następny termin',
    cancel: 'Odwołaj nadchodzące terminy…',
    delete: 'Usuń…',
    cancelledAt: (time) => `Odwołano: ${time}`,
    pausedSince: (time) =>
      `Nowe terminy są wstrzymane (od: ${time}), bo kalendarz osiągnął limit nadchodzących wydarzeń w swoim planie. Gdy zrobi się miejsce, wznowimy je automatycznie.`,
    editedSeparately: 'edytowano osobno',
    more: (dates) => `i jeszcze ${number(dates)}`,
  },
  datesDialog: {
    title: (title) => `Terminy serii „${title}”`,
    extra: 'Dodatkowe terminy',
    extraHint: 'Terminy poza regułą powtarzania.',
    day: 'Dzień',
    time: 'Godzina',
    add: 'Dodaj termin',
    removeDate: (date) => `Usuń ${date}`,
    preview: 'Podgląd',
    nothing: 'Nie ma jeszcze zmian.',
    noEffect: 'Żaden nadchodzący termin się nie zmieni.',
    created: (dates) =>
      counted(dates, {
        one: '# nowy termin',
        few: '# nowe terminy',
        many: '# nowych terminów',
        other: '# nowego terminu',
      }),
    removed: (dates) =>
      counted(dates, {
        one: '# usunięty termin',
        few: '# usunięte terminy',
        many: '# usuniętych terminów',
        other: '# usuniętego terminu',
      }),
    changed: (dates) =>
      counted(dates, {
        one: '# zmieniony termin',
        few: '# zmienione terminy',
        many: '# zmienionych terminów',
        other: '# zmienionego terminu',
      }),
    andMore: (dates) => `i jeszcze ${number(dates)}`,
    guestsAffected: (guests) =>
      counted(guests, {
        one: 'Zmiana dotyczy # gościa.',
        few: 'Zmiana dotyczy # gości.',
        many: 'Zmiana dotyczy # gości.',
        other: 'Zmiana dotyczy # gościa.',
      }),
    noGuestsAffected: 'Zmiana nie dotyczy żadnych gości.',
    withGuests: guestsCounted,
    blocked: 'Tych terminów nie ma w nowej regule, ale mają lub miały gości:',
    cancelThem: 'Odwołaj te terminy',
    quota: (adds, room) =>
      `${counted(adds, { one: 'Dochodzi # termin', few: 'Dochodzą # terminy', many: 'Dochodzi # terminów', other: 'Dochodzi # terminu' })}, a Twój plan pozwala dodać najwyżej ${number(room)}.`,
    email: (guests) => `Wyślij e-mail ${toGuests(guests)}`,
    save: 'Zapisz terminy',
    saveAndEmail: (guests) => `Zapisz terminy i wyślij e-mail ${toGuests(guests)}`,
    saved: 'Zapisano terminy.',
  },
  cancelDialog: {
    title: (title) => `Odwołać „${title}”?`,
    text: 'Odwołamy każdy termin, który się jeszcze nie zaczął, i nie utworzymy nowych.',
    reason: 'Powód',
    reasonAside: 'zobaczą go goście',
    cancel: 'Odwołaj nadchodzące terminy',
    keep: 'Nie odwołuj',
    cancelled: 'Odwołano serię.',
  },
  deleteDialog: {
    title: (title) => `Usunąć „${title}”?`,
    text: (dates) =>
      counted(dates, {
        one: 'Usuniemy # nadchodzący termin bez gości. Pozostałe zostaną, każdy jako osobne wydarzenie.',
        few: 'Usuniemy # nadchodzące terminy bez gości. Pozostałe zostaną, każdy jako osobne wydarzenie.',
        many: 'Usuniemy # nadchodzących terminów bez gości. Pozostałe zostaną, każdy jako osobne wydarzenie.',
        other: 'Usuniemy # nadchodzącego terminu bez gości. Pozostałe zostaną, każdy jako osobne wydarzenie.',
      }),
    delete: 'Usuń serię',
  },
}
