import { area } from '../loaded.ts'

const english = {
  list: {
    title: 'Questions',
    add: 'Add question',
    empty: 'Guests only give their name and email address.',
    required: 'required',
    shownAtDoor: 'shown at the door',
    askedOnce: 'asked once',
    dependsOn: (question: string) => `depends on “${question}”`,
    dependsOnAnother: 'depends on another question',
    moveUp: (question: string) => `Move up ${question}`,
    moveDown: (question: string) => `Move down ${question}`,
    editQuestion: (question: string) => `Edit ${question}`,
  },
  types: {
    TEXT: 'Short text',
    TEXTAREA: 'Long text',
    SELECT: 'Single choice',
    MULTISELECT: 'Multiple choice',
    CHECKBOX: 'Yes or no',
    NUMBER: 'Number',
    EMAIL: 'Email address',
    PHONE: 'Phone number',
    URL: 'Web address',
    DATE: 'Date',
  },
  form: {
    addTitle: 'Add question',
    editTitle: 'Edit question',
    question: 'Question',
    answerType: 'Answer type',
    options: 'Options',
    onePerLine: 'one per line',
    required: 'Required',
    shownAtDoor: 'Shown at the door',
    shownAtDoorHint: 'The person who checks in the guest sees the answer.',
    answeredBy: 'Answered by',
    eachAttendee: 'each attendee',
    buyerOnce: 'the buyer, once',
    condition: 'Condition',
    always: 'always',
    dependingOn: (question: string) => `depending on “${question}”`,
    ifTheyAnswered: 'If they answered',
    ticketsHint: 'Choose none to ask for every ticket.',
    remove: 'Remove question',
    add: 'Add question',
    save: 'Save question',
  },
}

export type QuestionsWords = typeof english

export const questionsWords = area('questions', english)
