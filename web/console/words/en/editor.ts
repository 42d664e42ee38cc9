import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  /** The frame around all tabs of an event. */
  frame: {
    tabs: 'Parts of this event',
    overview: 'Overview',
    viewPage: 'View page',
  },

  title: (event: string) => `Edit ${event}`,
  parts: {
    what: 'Details',
    when: 'Date and time',
    where: 'Location',
    registration: 'Registration',
    seen: 'Visibility',
  },
  preview: 'Preview',
  unsaved: 'Unsaved changes',
  allSaved: 'All changes saved',
  saved: 'Changes saved.',
  publish: 'Publish',
  ticketsAndQuestions: 'Tickets and questions',

  saving: {
    title: 'Save changes',
    saveAndEmail: (guests: number) =>
      counted(guests, { one: 'Save and email # guest', other: 'Save and email # guests' }),
    applyTo: 'Apply to',
    apply: {
      this: 'Only this date',
      following: 'This and all following dates',
      all: 'All dates in the series',
    },
    allHint: 'Dates edited separately keep their own changes.',
    willChange: (dates: number) => counted(dates, { one: '# date will change.', other: '# dates will change.' }),
    email: (guests: number) => counted(guests, { one: 'Email # guest', other: 'Email # guests' }),
    emailHint: 'They’ll get the new time and place.',
  },

  cover: {
    label: 'Cover',
    choose: 'Choose a picture',
    replace: 'Choose another picture',
    uploading: 'Uploading…',
    uploaded: (width: string, height: string, kilobytes: string) =>
      `${width} × ${height}, ${kilobytes} KB. Your browser removed the metadata before upload.`,
    hint: 'Drop, paste or choose a JPEG, PNG or WebP. Without one, we’ll draw a poster.',
    logoHint: 'Drop or choose a JPEG, PNG or WebP. Without one, we’ll show the first letter of the name.',
    useColour: 'Use its colour',
    remove: 'Remove picture',
    linkPreview: 'Link preview',
  },

  hues: {
    colour: (degrees: string) => `Colour ${degrees}°`,
    automatic: 'Automatic, from the name',
  },
}

export type EditorWords = typeof english

export const editorWords = area('editor', english)
