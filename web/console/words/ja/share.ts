import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'イベントを公開しました。共有しましょう。', unpublished: 'イベントを共有' },
  openWorkspace: 'ワークスペースを開く',
  viewPage: 'ページを見る',
  inviteByEmail: 'メールで招待',
  noPage: {
    draft: '下書きにはまだページがありません。公開するとリンクができます。',
    private: 'このイベントに公開ページはありません。メールで招待すると、それぞれに専用のリンクが届きます。',
  },
  link: { title: 'リンク', copies: 'リンク' },
  website: {
    title: '自分のサイトに',
    copies: 'タグ',
    needsPlus: '一覧の埋め込みにはPlusプランが必要です。リンクとQRコードは無料です。',
  },
  print: {
    title: '印刷物に',
    text: 'ポスターやプログラムに。どのサイズでも鮮明に印刷できます。',
    qrCode: (url) => `${url}のQRコード`,
  },
}
