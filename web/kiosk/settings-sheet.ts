import { element } from '../shared/element.ts'
import type { SettingsStore } from './settings.ts'
import { createSheet } from './sheet.ts'
import { languageField } from './language-field.ts'
import { words } from './words.ts'

interface Choices {
  settings: SettingsStore
  /** The gate named in the door pass, which staff can't change. Null if the pass names none. */
  fixedGate: () => string | null
  worker: () => string
  onChange: () => void
  /** Whether check-in has not opened yet, so that staff may practise. */
  mayPractise: () => boolean
  onPractice: () => void
  onLeave: () => void
  leaveLabel: string
}

const MAX_GATE_LENGTH = 100

export const createSettingsSheet = (choices: Choices) => {
  const { settings, fixedGate, worker, onChange, onLeave, leaveLabel } = choices
  const gate = element('input', {
    id: 'gate',
    maxlength: MAX_GATE_LENGTH,
    autocomplete: 'off',
  })
  const hint = element('p', { class: 'hint', id: 'gate-hint' })
  gate.setAttribute('aria-describedby', hint.id)
  gate.addEventListener('change', () => {
    settings.change({ gate: gate.value.trim() === '' ? null : gate.value.trim() })
    onChange()
  })
  const silent = element('input', { type: 'checkbox', id: 'silent' })
  silent.checked = settings.get().isSilent
  silent.addEventListener('change', () => settings.change({ isSilent: silent.checked }))
  const who = element('p', { class: 'quiet' })
  const practise = element(
    'div',
    { class: 'field' },
    element(
      'button',
      {
        type: 'button',
        class: 'button plain big',
        'aria-describedby': 'practice-hint',
        onclick: () => {
          sheet.close()
          choices.onPractice()
        },
      },
      words().practice.start,
    ),
    element('p', { class: 'hint', id: 'practice-hint' }, words().practice.lead),
  )
  const sheet = createSheet(
    'device',
    words().door.thisDevice,
    element('div', { class: 'field' }, element('label', { for: 'gate' }, words().device.gate), gate, hint),
    element('label', { class: 'choice', for: 'silent' }, silent, words().device.noSound),
    languageField(settings, 'language'),
    practise,
    who,
    element('button', { type: 'button', class: 'button plain big', onclick: onLeave }, leaveLabel),
  )
  return {
    open: () => {
      const fixed = fixedGate()
      gate.value = fixed ?? settings.get().gate ?? ''
      gate.disabled = fixed !== null
      hint.textContent = fixed === null ? words().device.onEvery : words().device.byPass
      practise.hidden = !choices.mayPractise()
      who.textContent = `${worker()} · ${settings.get().deviceId}`
      sheet.open()
    },
    remove: sheet.remove,
  }
}
