import type { Child } from 'hono/jsx/dom'
import type { CalendarWords } from '../en/calendar.ts'
import { counted } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'Agenda',
    label: 'Stappen',
    steps: { calendar: 'Je agenda', event: 'Je eerste evenement', share: 'Delen' },
    preview: 'Voorbeeld',
    signOut: 'Uitloggen',
  },
  newCalendar: {
    firstTitle: 'Maak je agenda',
    title: 'Nieuwe agenda',
    lead: 'Een agenda bevat je evenementen. Je kunt alles later nog wijzigen.',
    address: 'Adres',
    addressHint: 'Hier staan al je evenementen.',
    timeZone: 'Tijdzone',
    timeZoneHint: 'Die van dit apparaat. Elk evenement kan een eigen tijdzone hebben.',
    cover: 'Omslag',
    coverHint:
      'JPEG, PNG of WebP. Je browser verkleint de afbeelding en verwijdert de locatie. De accentkleur past zich aan.',
    visibleTo: 'Zichtbaar voor',
    public: 'Iedereen',
    publicHint: 'Te vinden in zoekmachines, feeds en de widget.',
    private: 'Alleen je team en uitgenodigde gasten',
    create: 'Agenda maken',
    free: 'Gratis, zonder betaalkaart.',
    invited: (userId: Child): Child => [
      'Uitgenodigd voor een team? Open de link in de e-mail, of geef een eigenaar je gebruikers-ID: ',
      userId,
      '.',
    ],
    doorPass: 'Heb je een deurpas?',
    unnamed: 'Je agenda',
    generatedCover: 'Gemaakt van de naam tot je een omslag toevoegt',
    eventsHere: 'Je evenementen verschijnen hier.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Berichten',
    lead: 'Schrijf alle gasten van een evenement, of een deel ervan.',
    list: 'Verstuurd en gepland',
    empty: 'Niets in de afgelopen 30 dagen',
    emptyText: 'Je berichten en de automatische herinneringen verschijnen hier.',
    sent: (sent) => counted(sent, { one: '# verstuurd', other: '# verstuurd' }),
    sentAndFailed: (sent, failed) =>
      `${counted(sent, { one: '# verstuurd', other: '# verstuurd' })}, ${counted(failed, { one: '# niet bezorgd', other: '# niet bezorgd' })}`,
    writeTo: 'Schrijf de gasten van…',
    noEvents: 'Geen gepubliceerde evenementen op komst.',
  },
}
