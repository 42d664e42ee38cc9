import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'المطوّرون',
  freePlan: {
    needed: (calendar) => `تتطلب لوحة المطوّرين خطة Plus أو Pro، وخطة ${calendar} هي Free.`,
    openToAll: (link) => ['يمكن لأيّ شخص قراءة ', link('المرجع'), '.'],
  },
  higherPlan: {
    title: (section, plan) => `${section}: يتطلب خطة ${plan}`,
    current: (calendar, plan) => `خطة ${calendar} هي ${plan}.`,
  },

  feed: {
    title: 'الخلاصة',
    lead: 'اشترك في التقويم من أيّ تطبيق تقويم.',
    public: {
      title: 'الخلاصة العامة',
      isPrivate: 'هذا التقويم خاص، فليست له خلاصة عامة.',
      about: 'يمكن لأيّ شخص الاشتراك فيها. تضم الفعاليات العامة المنشورة من 90 يومًا مضت إلى 18 شهرًا قادمة.',
      address: 'العنوان العام',
      webcalAddress: 'عنوان webcal العام',
    },
    secret: {
      title: 'الخلاصة السرية',
      on: 'مفعّلة',
      off: 'متوقفة',
      about: 'عنوان ثانٍ لك ولفريقك، يضم أيضًا الفعاليات غير المدرجة والخاصة. أبقِه سرًّا.',
      create: 'إنشاء عنوان سري',
      replace: 'استبدال العنوان',
      revoke: 'إبطال العنوان',
    },
    creating: {
      title: 'إنشاء عنوان سري؟',
      about: 'من لديه العنوان يقرأ كل فعالية منشورة في هذا التقويم، ومنها غير المدرجة والخاصة.',
      action: 'إنشاء العنوان',
    },
    replacing: {
      title: 'استبدال العنوان السري؟',
      about: 'يتوقف العنوان القديم فورًا، ويحتاج كل من اشترك به إلى الجديد.',
      action: 'استبدال العنوان',
    },
    revoking: {
      title: 'إبطال العنوان السري؟',
      about: 'يتوقف فورًا. ولا تتغير الخلاصة العامة.',
      action: 'إبطال العنوان',
      done: 'أُبطل العنوان السري.',
    },
    created: {
      title: 'العنوان السري',
      address: 'العنوان',
      warning: 'نعرضه هذه المرة فقط. من لديه العنوان يقرأ كل فعالية منشورة، ومنها غير المدرجة والخاصة.',
      oneTap: 'للتطبيقات التي تشترك بلمسة واحدة:',
      webcalAddress: 'عنوان webcal',
    },
  },

  embed: {
    title: 'التضمين',
    lead: 'اعرض فعالياتك في موقعك بوسم واحد.',
    isPrivate: 'هذا التقويم خاص ولا يمكن تضمينه. اجعله عامًا أولًا.',
    tag: 'وسم التضمين',
    tagHint: 'الصقه حيث تريد أن تظهر القائمة.',
    copied: 'الوسم',
    theme: 'المظهر',
    themes: { auto: 'حسب جهاز القارئ', light: 'فاتح', dark: 'داكن' },
    accent: 'لون التمييز',
    chooseAccent: 'اختيار لون التمييز',
    accentHint: (example) => `لون مثل \u2068${example}\u2069. اتركه فارغًا للون الافتراضي.`,
    notColour: 'هذا ليس لونًا.',
    limit: 'أقصى عدد للفعاليات',
    notLimit: (most) => `أدخل رقمًا من 1 إلى ${most}.`,
    compact: 'مختصر، بلا صور ولا ملخصات',
    preview: 'معاينة',
    previewOfList: 'معاينة القائمة المضمّنة',
  },

  reference: {
    title: 'المرجع',
    lead: 'استخدم هذا التقويم من برنامجك.',
    base: 'عنوان URL الأساسي',
    copiedBase: 'عنوان URL الأساسي',
    copiedCommand: 'الأمر',
    listWithKey: 'سرد فعاليات هذا التقويم بمفتاح API:',
    listPublic: 'سرد الفعاليات العامة لهذا التقويم:',
    whole: { title: 'المرجع', about: 'كل عملية، مع طلبات يمكنك تشغيلها، معبّأة بهذا التقويم.' },
    quickStarts: { title: 'بداية سريعة', about: 'من قائمة مضمّنة إلى Webhook موثّق، في بضعة أسطر لكل منها.' },
    webhooks: { title: 'Webhooks', about: 'محتوى كل نوع من الأحداث، وترويسات الصيغتين.' },
    document: { title: 'OpenAPI 3.1', about: 'العقد المقروء آليًا، للمولّدات وأدوات الفحص.' },
  },

  secret: { warning: 'نعرضه هذه المرة فقط. احفظه في خادم، لا في صفحة ويب أبدًا.', saved: 'حفظته' },
}
