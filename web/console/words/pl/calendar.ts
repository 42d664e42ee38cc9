import type { CalendarWords } from '../en/calendar.ts'
import { number } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'Kalendarz',
    label: 'Kroki',
    steps: { calendar: 'Twój kalendarz', event: 'Pierwsze wydarzenie', share: 'Udostępnij' },
    preview: 'Podgląd',
    signOut: 'Wyloguj się',
  },
  newCalendar: {
    firstTitle: 'Utwórz swój kalendarz',
    title: 'Nowy kalendarz',
    lead: 'W kalendarzu są Twoje wydarzenia. Wszystko możesz później zmienić.',
    address: 'Adres',
    addressHint: 'Tu znajdą się wszystkie Twoje wydarzenia.',
    timeZone: 'Strefa czasowa',
    timeZoneHint: 'Według tego urządzenia. Każde wydarzenie może mieć własną.',
    cover: 'Okładka',
    coverHint: 'JPEG, PNG lub WebP. Przeglądarka zmniejszy obraz i usunie lokalizację. Kolor akcentu dopasuje się sam.',
    visibleTo: 'Widoczny dla',
    public: 'Wszystkich',
    publicHint: 'Widoczny w wyszukiwarkach, kanałach i na liście na Twojej stronie.',
    private: 'Tylko zespołu i zaproszonych gości',
    create: 'Utwórz kalendarz',
    free: 'Bezpłatnie, bez karty.',
    invited: (userId) => [
      'Masz zaproszenie do zespołu? Otwórz link z e-maila albo podaj właścicielowi swój identyfikator: ',
      userId,
      '.',
    ],
    doorPass: 'Masz przepustkę?',
    unnamed: 'Twój kalendarz',
    generatedCover: 'Utworzona z nazwy, dopóki nie dodasz okładki',
    eventsHere: 'Tutaj pojawią się Twoje wydarzenia.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Wiadomości',
    lead: 'Napisz do wszystkich lub wybranych gości wydarzenia.',
    list: 'Wysłane i zaplanowane',
    empty: 'Nic w ostatnich 30 dniach',
    emptyText: 'Tutaj pojawią się Twoje wiadomości i automatyczne przypomnienia.',
    sent: (sent) => `wysłano: ${number(sent)}`,
    sentAndFailed: (sent, failed) => `wysłano: ${number(sent)}, nie dostarczono: ${number(failed)}`,
    writeTo: 'Napisz do gości wydarzenia…',
    noEvents: 'Brak nadchodzących opublikowanych wydarzeń.',
  },
}
