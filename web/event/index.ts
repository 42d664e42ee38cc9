import { enableMenus } from '../shared/menus.ts'
import { enableQuickForms } from '../shared/quick-form.ts'
import { askWhatDepends } from '../shared/dependent-questions.ts'
import { followReader } from '../shared/reader-language.ts'
import { tellYourTime } from '../shared/your-time.ts'
import { openAsSheet } from './open-as-sheet.ts'
import { sayTheSum } from './say-the-sum.ts'

followReader()
enableMenus()
enableQuickForms()
tellYourTime()
sayTheSum()
askWhatDepends()
openAsSheet()

const [reach, card] = [document.querySelector('.reach'), document.querySelector('#register form')]
if (reach !== null && card !== null) {
  const mind = ([entry]: IntersectionObserverEntry[]) =>
    reach.toggleAttribute('data-idle', entry?.isIntersecting === true)
  new IntersectionObserver(mind, { rootMargin: '0px 0px -45% 0px' }).observe(card)
}
