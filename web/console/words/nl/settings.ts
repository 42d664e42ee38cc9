import type { Child } from 'hono/jsx/dom'
import type { SettingsWords } from '../en/settings.ts'

export const settings: SettingsWords = {
  title: 'Instellingen',
  hidden: (reason) => `De beheerder van deze dienst heeft deze agenda voor het publiek verborgen: ${reason}`,
  appearance: {
    title: 'Uiterlijk',
    lead: 'Op de pagina van de agenda en boven elke e-mail.',
    address: 'Adres',
    description: 'Beschrijving',
    markdown: 'Markdown',
    picture: 'Afbeelding',
    cover: 'Omslag',
    accent: 'Accentkleur',
  },
  language: {
    title: 'Taal en tijdzone',
    timeZone: 'Tijdzone',
    language: 'Taal',
    currency: 'Valuta',
    currencyHint: 'Voor nieuwe tickets en kortingscodes, zoals EUR. Leeg = de valuta van de tijdzone.',
    languageHint: 'Voor pagina’s en e-mails, tenzij de lezer een andere kiest.',
  },
  visibility: {
    title: 'Zichtbaarheid',
    label: 'Zichtbaar voor',
    public: 'Iedereen',
    publicHint: 'De agenda heeft een pagina, feeds en een widget.',
    private: 'Alleen je team en uitgenodigde gasten',
  },
  legal: {
    title: 'Contact en juridisch',
    lead: 'Onder aan elke pagina en e-mail.',
    email: 'E-mail voor gasten',
    website: 'Website',
    imprint: 'Colofon',
    privacy: 'Privacy',
  },
  payment: {
    title: 'Offline betalen',
    lead: 'Zichtbaar voor gasten met een onbetaalde bestelling, op hun pagina en in hun e-mails.',
    instructions: 'Zo betaal je',
    instructionsAside: 'Markdown; per evenement aan te passen',
  },
  unsaved: 'Niet-opgeslagen wijzigingen',
  allSaved: 'Alles is opgeslagen',
  saved: 'Instellingen opgeslagen.',
  plan: {
    title: 'Abonnement',
    isOn: (calendar, plan: Child): Child => [`${calendar} heeft het abonnement `, plan, '.'],
  },
  quotas: {
    names: {
      eventsPerCalendar: 'Komende evenementen',
      guestsPerEvent: 'Gasten per evenement',
      messagesPerEventAndDay: 'Berichten per evenement en dag',
      recipientsPerDay: 'Ontvangers van berichten vandaag',
      imagesPerCalendar: 'Afbeeldingen',
      imagesPerDay: 'Uploads vandaag',
      archivesPerDay: 'Archieven vandaag',
    },
    resets: (fromNow) => `begint ${fromNow} opnieuw`,
    atMost: (quota, limit) => `${quota}: hoogstens ${limit}`,
  },
  danger: {
    title: 'Gevarenzone',
    lead: 'We laten eerst zien wat er wordt verwijderd, en wachten 30 dagen.',
    delete: 'Agenda verwijderen…',
  },
}
