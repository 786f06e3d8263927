"""What capitalised English words are: a first name, a brand, a people, a language, or no name at all.

A capital tells a name from a word in the middle of a sentence only, and says nothing of what bears the name: "I left
Hannah", "I left Netflix" and "I left Globex" are one sentence in three senses. These lists tell the commonest apart,
so that a value that is known to be of another kind is passed over. They belong to the language and to no predicate.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split(","))


CAPITAL = "[A-ZÀ-ÖØ-Þ]"

FIRST_NAMES = _words(
    """
    aaron abby abigail adam adrian agnes ahmed aisha alan albert alejandro alex alexander alexandra alfred ali alice
    alicia alina alison amanda amelia amir amy ana anders andre andrea andreas andrew andrzej angela anika anita
    anja ann anna anne annie anthony anton antonio arthur ashley astrid audrey aurora barbara beatrice becky bella
    ben benjamin bernard beth betty bill billy bob bobby brad brandon brenda brian bruce bruno caleb calvin camille
    carl carla carlos carmen carol caroline catherine cecilia celine charles charlie chloe chris christian christina
    christine christopher claire clara claudia connor cynthia dan daniel daniela danny david dean deborah debra
    denis denise dennis derek diana diego dirk dmitri dominic donald donna dora doris dorothy doug dylan ed eddie
    edith edward elaine eleanor elena eli elias elijah elisa elizabeth ella ellen elsa emil emily emma eric erica
    erik erin ernest esther ethan eva evan eve evelyn fabian farah fatima felix fiona florence florian frank fred
    frederick frida gabriel gary george gerald gina giulia gloria greg gregory greta gustav hana hanna hannah hans
    harold harriet harry hassan heidi helen helena henrik henry hugo hussein ian ibrahim ida ignacio igor imran ines
    ingrid irene isaac isabel isabella ivan jack jacob jake james jamie jan jane janet janice jasmine jason javier
    jean jeff jeffrey jennifer jenny jeremy jerry jesse jessica jill jim jimmy joan joanna joe joel johan johanna
    johannes john johnny jon jonas jonathan jorge jose josef joseph josh joshua juan judith judy julia julian
    juliana julie juliette julius justin kai kara karen karin karl kate katharina katherine kathleen kathy katie
    keith kelly ken kenneth kevin khaled kim kirsten klaus kurt kyle lara larry lars laura lauren lea lena leo leon
    leonard leonie leyla liam lily linda lisa liz logan lotte louis louise luca lucas lucia lucy luis luisa lukas
    luke magda maja manuel marcel marco marcus margaret maria marie marina mario marion marisa marius marta martha
    martin mary mateo mathias matt matteo matthew max maya megan mehmet melanie melissa mia michael michelle miguel
    mike mila milan mira miriam mohamed mohammed molly monica monika muhammad nadia nancy naomi natalia natalie
    natasha nate nathan neil nick nicholas nico nicola nicole nigel nikita nils nina noah noel nora norman oliver
    olivia omar oscar oskar otto owen pablo pamela pat patricia patrick paul paula paulo pavel pedro peggy penny
    peter petra phil philip philipp pia pierre priya rachel rafael raj ralph ramon randy rania rasmus ray raymond
    rebecca richard rick rita rob robert roberta roger roland ron ronald rosa rosie roy russell ruth ryan sabine
    sally sam samantha samir samuel sandra sanjay sara sarah scott sean sebastian selma serena sergei sharon sheila
    shirley silvia simon simone sofia sonia sophia sophie stefan stella stephanie stephen steve steven stuart susan
    susanne suzanne svetlana sven tamara tanja tanya tara tariq ted terry theo theresa thomas tim timothy tina
    tobias todd tom tomas tommy tony tracy ulrike ursula valentina valerie vanessa vera veronica victor viktor
    vincent viola virginia vivian vladimir austin charlotte chelsea georgia jordan sydney victoria walter wanda
    wendy werner will william willy xavier yan yara yasmin yusuf yvonne zach zoe
    """
)
"""Those that many bear, in small letters. Who is not here may still be somebody."""

EPITHETS = _words(
    """
    poor little lucky old young busy big crazy silly sweet clever brave good proud happy sad tired bored funny
    lovely beautiful dearest late grumpy lazy smart tiny sleepy sick
    """
)
"""Before a name these say what somebody is like, capitalised where a sentence begins: "Poor Hannah moved"."""

PEOPLES = _words(
    """
    african afghan albanian algerian american angolan arab arabic argentine argentinian armenian asian aussie
    australian austrian azerbaijani bangladeshi belarusian belgian bolivian bosnian brazilian brit british bulgarian
    burmese cambodian cameroonian canadian chilean chinese colombian croatian cuban cypriot czech danish dutch
    ecuadorian egyptian english eritrean estonian ethiopian european filipino finnish flemish french georgian german
    ghanaian greek guatemalan haitian hungarian icelandic indian indonesian iranian iraqi irish israeli italian
    jamaican japanese jordanian kazakh kenyan korean kurdish kuwaiti latvian lebanese libyan lithuanian macedonian
    malaysian maltese mexican moldovan mongolian moroccan nepalese nepali nigerian norwegian pakistani palestinian
    persian peruvian polish portuguese romanian russian rwandan saudi scottish scots senegalese serbian singaporean
    slovak slovenian somali spanish sudanese swedish swiss syrian taiwanese tanzanian thai tunisian turkish
    ukrainian ugandan uruguayan venezuelan vietnamese welsh zimbabwean londoner parisian berliner christian catholic
    protestant jewish muslim hindu buddhist orthodox atheist sikh mormon amish aquarius pisces aries taurus gemini
    cancer leo virgo libra scorpio sagittarius capricorn
    """
) - {"leo", "christian", "virgo"}
"""Peoples, faiths and signs of the zodiac: "My wife is German"."""

LANGUAGES = (
    PEOPLES
    - _words(
        """
    american british belgian swiss canadian mexican brazilian austrian european asian african
    """
    )
) | _words(
    """
    afrikaans akan amharic aramaic asl aymara basque bavarian belarussian bengali berber breton bsl cantonese
    catalan cebuano cornish creole dari dzongkha esperanto euskera ewe faroese farsi frisian fula gaelic galician
    guarani gujarati hakka hausa hawaiian hebrew hindi hmong hokkien igbo inuktitut javanese kannada kashmiri khmer
    kinyarwanda klingon konkani kyrgyz ladino lao latin lingala luganda luo luxembourgish maasai malagasy malay
    malayalam mandarin manx maori marathi marwari navajo occitan odia oriya oromo pashto pidgin platt plattdeutsch
    punjabi quechua romani romansh sami sámi samoan sanskrit sardinian scouse sepedi serbo-croatian setswana
    shanghainese shona sicilian sindhi sinhala sinhalese sorbian sotho sundanese swahili tagalog tajik tamazight
    tamil tatar telugu teochew tibetan tigrinya tongan tswana tulu turkmen twi urdu uyghur uzbek walloon wolof xhosa
    yiddish yoruba yucatec zulu karelian livonian silesian kashubian
    """
)

BRANDS = _words(
    """
    Airbnb Alexa Amazon Android Arch Asana Audible Bitcoin Blender Bluetooth Bumble Canva ChatGPT Chrome Claude
    Coinbase Copilot Costco Crunchyroll Debian Deliveroo Discord Docker Dropbox Duolingo Edge Emacs Etsy Excel
    Facebook FaceTime Fedora Figma Firefox Fitbit Fortnite Garmin Gemini Git GitHub GitLab Gmail Google Grindr HBO
    HelloFresh Hinge Hulu IKEA Insta Instagram Java JavaScript Jira Kindle Kotlin Kubernetes Lidl Aldi Tesco
    Sainsbury's Walmart Starbucks McDonald's McDonalds KFC Subway Nando's Specsavers Primark Zara Decathlon LastPass
    LinkedIn Linux Mac MacOS macOS Mastodon Messenger Minecraft Miro Monzo Neovim Netflix Notion NumPy OneDrive
    OneNote Outlook Pandas Patreon Paypal PayPal Peloton Photoshop Pinterest PlayStation Postgres PowerPoint Prime
    Python Quora React Reddit Revolut Roblox Rust SAP Safari SharePoint Shopify Siri Skype Slack Snapchat Spotify
    StackOverflow Steam Strava Substack TeamViewer Teams Telegram Terraform Threads Tiktok TikTok Tinder Todoist
    Trello Twitch Twitter TypeScript Uber Ubuntu VBA Venmo Vim Vinted Viber Vue WeChat WhatsApp Whatsapp Wikipedia
    Windows Word WordPress Xbox YouTube Youtube Zelle Zoom iCloud iPad iPhone Parkrun OnlyFans X Zalando Shein Temu
    Deezer Vimeo Yelp
    """
) | _phrases(
    """
    Stack Overflow, Google Maps, Google Docs, Google Drive, Spotify Premium, Amazon Prime, Apple Music, Apple Pay,
    VS Code
    """
)
"""Programs, services and chains that everybody uses: who joins, leaves or visits one is not at work or on a journey."""

SCHOOLS = _phrases(
    """
    Harvard, Yale, Princeton, Stanford, MIT, Cornell, Columbia, Caltech, Berkeley, UCLA, NYU, Brown, Dartmouth,
    Duke, Eton, Harrow, Oxbridge, LSE, UCL, ETH, EPFL, TUM, KTH, INSEAD, Sciences Po, Bocconi, Sorbonne, Hogwarts,
    Cambridge, Oxford
    """
)
"""Schools that are called by a bare name: who went there studied."""

PLACE_ACRONYMS = _words("UK US USA UAE NYC LA SF DC NZ HK EU PEI NSW BC CDMX KL")

COMMON = _words(
    """
    accounting action air alarm almost also answer app apples army art article attention autumn baby back bacon bag
    balance ball band bank barely basically basement bath beach bed beer bees behind belief bike bills birds
    birthday blame bliss block blood board body book boot boots boss bottom box brain bread break breakfast bridge
    bus business cake call camera camp car card care case cash cat cats caution chair chance change chaos chapter
    charge cheese chemistry chess church class clothes cloud club code coffee comfort communion conclusions config
    control cook cooking corner corona cost costs court covid cows crap credit credits culture curiosity custody dad
    daily danger dark data date day days death debt deck default dessert detention dinner directions discussion dog
    dogs door downloads drama dreams dress drink drinks drive dunno early earth east economics eggs elephants email
    emoji energy english entropy error even evening event evil exam exams exit experience exposure eyes factory
    family fat fate fear feedback feelings file files fine fire fish floor flour flowers food football footage force
    forward free freedom friend friends front fruit fun future game games garden gate gas gear gen generation gin
    girls glory go goal god gold grade grandma grandpa granny gravity great green ground group guess guests gym
    habit hair half happiness headquarters health heat heaven hell help hist history hockey holiday holidays home
    homework honey honesty horses hospital hotel house houses human humans humanity husbands ibuprofen ice idea
    idiots income islam christianity buddhism judaism hinduism information inside instinct insurance internet issue
    jazz jeans job jogging joy juice jump junk justice karma kids kitchen knowledge ladies lately laundry law legend
    length lesson lessons letters level library life light lightning line lights list literature logic loss lots
    luck lunch machine machinery magic mail marketing marriage maths math matter maybe meal meat meditation meeting
    meetings meltdown memory men menu midnight milk mind minutes misery mobile mom money monkeys moon morning
    mornings mother mothers mountains mouse movement movie mum mums music myself name narrowly nature nearly nerd
    nerds new news night nights noise none noon north nothing number nuts oil okay online only opinion option orange
    order out outside overtime own pain paper parents parliament part parties parts party pasta paste patience
    payment payments peace peanuts pennies people percent period pets phone physics piano picture piece pies pilates
    pizza plan planet plants plenty poetry point politics post potatoes power practice practically preferences
    premium present pressure prison prize problem process production programme progress proof public question quiz
    rain rarely raw reality reason recess record rehab religion rent rest rice right road room roots row rugby rule
    rules running safety sales salt sauce school science season second section security self sentence service
    session settings shame shift shop shopping shower sick side sign silence silver simply site size skies sleep
    slide snow soccer socks someone song soup south space spiders sports spring stage stairs star start state status
    step still stock storage store story street stress students stuff style success sugar summer sun support survey
    swimming system table tables tacos tax taxes tea teachers team teams tech technology temperature tennis test
    tests text thanksgiving therapy thing things thirst thread ticket time times tipping title toast today tonight
    tools top total toto town traffic train training trains trash trees trial trouble trust truth tv uni unit
    university up users utils vacation value vegetables version video virtually war ward water way weather wedding
    weekend weight west whatever wheel wine winter wisdom wives women word words work workers working world worms
    writing year years yesterday yoga young younger youth zero
    """
)
"""Capitalised where a sentence begins, or for emphasis, or as the name of a button: nobody, no place, no firm."""

NOT_PAST_NAMES = _words(
    """
    fred ted ned jed ahmed mohamed mohammed muhammed alfred manfred wilfred winifred mildred jared khaled saeed
    waleed sayed hamed javed naveed reed creed majed rasheed wahed syed siegfried gottfried
    """
)
"""Of the names in -ed: other words in it are verbs ("My wife FaceTimed me")."""

EVALUATIONS = _words(
    """
    good better best bad worse worst terrible great awful lousy decent horrible amazing excellent fantastic
    brilliant aspiring wannabe would-be future former ex retired failed armchair walking human hobby amateur natural
    born real fake glorified unpaid secret self-proclaimed budding proper mean huge big fellow mock honorary
    part-time lazy fast slow hopeless
    """
)
"""Before an occupation these say how somebody does it, or that they do not."""

BREEDS = _words(
    """
    labrador lab retriever poodle beagle dachshund chihuahua corgi husky dalmatian rottweiler doberman collie
    terrier spaniel bulldog pug boxer shepherd mastiff greyhound whippet labradoodle cockapoo goldendoodle maltipoo
    siamese persian ragdoll bengal sphynx shorthair birman burmese tabby tuxedo calico coon arabian appaloosa
    haflinger cockatiel budgie
    """
)

NUISANCES = _words(
    """
    taxes tax traffic jams waiting queues queuing spam meetings bugs deadlines mondays monday paperwork bills delays
    errors forms invoices invoice homework chores alarm layovers rejection hangovers autocorrect cramps bureaucracy
    commuting overtime unpaid surveys captchas captcha ads adverts advertisements mosquitoes potholes construction
    exams migraines rejections downtime outages crashes debugging leaks mold mould drama gossip mansplaining
    dentists needles
    """
)
"""What nobody loves: who says so does not mean it."""

FIGURATIVE = _words(
    """
    morning mornings monday mondays friday bullshit bs crap stupidity stupid idiots work working exercise people
    humans talk meetings meeting commitment code taxes deadlines responsibility money javascript java python excuses
    lies liars drama mess noise feelings emotions housework chores cardio running gym mathematics maths math school
    effort life men women children kids politics politicians love romance fun happiness compliments success failure
    change bureaucracy nonsense everyone everybody bad hard weekends adulting cold winter early getting
    """
)
"""Nobody is allergic to these."""

CONSUMABLES = _words(
    """
    coffee coffees tea latte espresso sandwich sandwiches round rounds pint pints beer beers wine cocktail drink
    drinks ticket tickets cake cakes pizza pizzas burger burgers snack snacks lunch dinner breakfast meal meals
    groceries bread milk eggs cheese pastry croissant bagel donut doughnut salad soup sushi kebab taco tacos
    icecream chocolate candy sweets apples bananas fruit vegetables flowers bouquet present presents gift gifts card
    cards voucher vouchers flight flights pass passes subscription membership vowel time one ones lie story excuse
    newspaper magazine stamps cigarettes cigarette lighter pack bottle kilo bunch bag bit lot couple few dozen pair
    thing things something petrol gas toothpaste shampoo soap medicine tablets pills insurance data credits tokens
    skin skins loot
    """
)
"""What is bought and not had for long, or for somebody else."""

NOT_OWNED = _words(
    """
    opinion temper heart mistake mistakes problem problems regret regrets share percent half day room stage floor
    moment night narrative space responsibility outcome process result truth sense attitude style excuse chance
    """
)
"""Nobody owns these but in a manner of speaking."""

STATES = _words(
    """
    vegan vegetarian pregnant mad stupid angry hungry drunk sober asleep awake retired divorced single furious
    annoyed amazing awesome gorgeous perfect wonderful terrible horrible allergic deaf blind blonde ginger tall
    short fat thin rich broke famous fun strict stubborn jealous gone dead alive adhd autistic dyslexic diabetic
    bipolar gay straight bi trans
    """
)
"""What somebody is: "My wife is Pregnant!"."""
