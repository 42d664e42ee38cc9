import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'プレビュー',
    phone: 'スマートフォン',
    desktop: 'パソコン',
    untitled: 'イベント名',
    frame: 'イベントページ',
  },
  email: {
    title: 'メールのプレビュー',
    label: (subject) => `メール：${subject}`,
    guestLanguage: '参加者の言語',
    sendTest: '自分にテスト送信',
    sendingTest: (recipient) => `${recipient}にテストを送信しています。`,
  },
}
