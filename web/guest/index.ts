import { askWhatDepends } from '../shared/dependent-questions.ts'
import { enableMenus } from '../shared/menus.ts'
import { showOwnErrors } from '../shared/own-errors.ts'
import { enableQuickForms } from '../shared/quick-form.ts'
import { tellYourTime } from '../shared/your-time.ts'
import { enableCopying } from './copy.ts'
import { enableFullScreenCode } from './full-screen-code.ts'
import { keepForLater } from './keep-for-later.ts'

enableMenus()
showOwnErrors()
enableQuickForms()
tellYourTime()
askWhatDepends()
enableFullScreenCode()
enableCopying()
void keepForLater()

for (const button of document.querySelectorAll('[data-prints]')) button.addEventListener('click', () => print())
