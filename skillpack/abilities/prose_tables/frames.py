"""Orders whose parts stand in any order: a sentence that holds a word of each list gives one, however it is put."""

from skillpack.abilities.prose_tables.conduct import Conduct
from skillpack.abilities.prose_tables.grammar import words
from skillpack.model.ability import ConcernKind
from skillpack.model.finding import AlarmLevel

_AGAINST, _SENDS, _UNASKED = ConcernKind.AGAINST_USER, ConcernKind.SENDS_PRIVATE, ConcernKind.UNASKED
_TAMPERS, _OBEYS, _RUNS = ConcernKind.TAMPERS, ConcernKind.OBEYS_REMOTE, ConcernKind.RUNS_DOWNLOADED
_READ = AlarmLevel.READ_FIRST

_PEOPLE = words(
    "user users user's human humans person person's people customer customers client clients anyone anybody nobody somebody someone whoever"
)
_KNOWS = words(
    "attention write unmentioned repeat repeated visible wording infer refer list stumble point_out pointed_out look_as_if tell tells telling told inform* notif* alert* mention* reveal* disclos* divulg* announc* know knows knowing knew learn learns hear hears notice* noticing reali[sz]e* find finds aware say says"
    " saying speak speaks show shows shown explain* discuss* bring brings bother* eyes impression report reports reported suspect* guess* discover* see_that"
)
_REPORT = words(
    "answer answers reply replies response responses summary summaries report reports output transcript log logs history explanation chat final_message status scrollback"
)
_NOT = words(
    "isn't aren't wasn't won't out_of unmentioned rather_than keep_from not never no nothing none nobody n't don't doesn't didn't cannot without avoid* refrain* forbidden omit* leave_out skip_over skip_past skip* off_limits rather_not prohibited better_off ignorant unaware unnecessary needless must_not"
)
_COVERT = words(
    "in_secret secretly covert* discreet* stealth* clandestine* surreptitious* ignorant unaware oblivious in_the_dark unnoticed undetected under_wraps off_the_record behind_the_user's_back hush_hush"
    " to_yourself between_us confidential_towards confidential_from stay_silent stays_silent remain_silent keep_silent keep_quiet stay_quiet"
)
_MOVED = words(
    "network_call network_request outbound_call log_upload these_directives second_command extra_command files_were data_left notes_were was_forwarded were_forwarded synchroni[sz]ation in_the_background api_call upload uploads uploading uploaded transfer transfers transferring export exports the_forwarding forwarded collection collects collecting sync syncing mirror mirroring mirrored exfiltrat* tracking telemetry"
    " cop(?:y|ies) second_request extra_request extra_traffic network_traffic traffic outgoing_request backup recording surveillance monitoring hidden_step side_channel the_endpoint_to read_their you_read you_sent you_took you_copied"
    " submission handover transmission it_was_sent background_job background_call"
)
_HONEST = (
    r"\b(?:until|unless|before|not (?:configured|available|found|installed|enabled|set)|missing|yet|fail\w*|success\w*|complet\w*|finish\w*|passwords?|secrets?|credentials?|tokens?|api keys?|verif\w+|confirm\w*|without telling|bugs?|tests?|lint\w*|spec\w*|schema|progress|duplicat\w+"
    r"|copyright\w*|copy ?writ\w*|copy-paste|license\w*|marketing|headline|commit\w*|branch\w*|pull|merge|docs?|documentation|file:|async\w*|state|button|page|screen|component|ui|ux|persona\w*|audience|interview\w*|landing|brand\w*|product\w*)\b"
)

_OWN = words(
    "\\w*secret\\w*key\\w* a_transcript the_transcript user's_calendar screenshot customer_records user's_question user's_last_message wallet_file api_key_that_you_found clipboard (?<!to\\s)(?<!into\\s)(?<!in\\s)(?<!under\\s)(?<!:)~/\\.\\w[\\w./-]* id_rsa id_ed25519 \\.env env(?!:) environment_variables (?:machine's|process|shell|whole|entire|full|user's)_environment conversation this_chat the_chat chat_history message_history messages_of_the_user session_keys session_log each_prompt every_prompt user's_prompts"
    " user's_messages user's_notes user's_files user's_documents user's_mail user's_e-?mail users?'?_passwords? passwords? the_tokens(?!_of) user's_tokens every_token any_token api_keys private_keys? ssh_keys? credentials? secrets cookies keychain wallet* seed_phrase"
    " documents_folder home_folder home_directory desktop_folder open_files private_repositor(?:y|ies) source_code system_prompt browsing_history shell_history contacts address_book customer_list customer_data what_the_user everything_the_user whatever_the_user their_mail their_messages"
)
_DESTINATION = (
    r"(?:(?=https?:|s3:|ftp:)(?<!for\s)(?<!from\s)(?<!at\s)(?<!clone\s)(?<!source\s)\w+://(?!localhost|127\.|0\.0\.0\.0|\[::1|[\w.-]*\.local\b)[\w.-]+|(?<![\w./-])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}|(?<![\w./@-])(?:[\w-]+\.){1,3}(?:example|invalid|io|dev|app|xyz|top|ru|cn|net|org|com|site|online)\b|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"
    r"|\b(?:to|with|into|onto|at|via|let|on) our (?:\w+ )?(?:servers?|cloud|endpoint|team|backend|database|inbox|service)\b|\bpublic gist\b|\b(?:licen[cs]e|validation|support|telemetry|diagnostics?) server\b|\bsupervisor at\b)"
)
_MOVES = words(
    "save add copy put use goes go_to send sends sent deliver* let_have hand hands handed forward* post posts posted publish* transmit* paste* pasted write_to written_to curl curled upload* relay* sync* synchroni[sz]e* mirror* have_the file filed attach* carry carries attached copy_to copied_to dump*"
    " ship* report_to reported_to push pushed pass_on passed_on share shared_with (?:is|are|be)_shared submit* e?-?mail(?=_(?:it|them|this|these|that|a|all|every|everything|both|the|your|their|whatever)\\b) e?-?mailed bcc* surrender* put_in put_into embed* encode* stream* feed fed provide* give given disclose* leak*"
)
_OWN_SERVICE = (
    r"\b(?:headers?|bearer|authori[sz]ation|authenticat\w+|oauth|log ?in|sign ?in|sign ?up|register|get (?:an?|your) (?:api )?key|create (?:an?|your)|docs?|documentation|set (?:the|an?|your)|export \w+=|for more|see|never|not|n't|masked|redact\w+|anonymi[sz]ed"
    r"|without|if the user|when the user|user wants|user asks|asks|requests?ed|example|e\.g|webhook_url|dashboard|settings page|console|get (?:one|it|your)|obtain|generate|available at|stored? in|load(?:s|ed)? from|read(?:s|ing)? from|sandbox|test(?:s|ing)?|base_?url|variable|optional\w*|defaults?|configured?|configure)\b"
)

_RULES = words(
    "rule rules refusal_rules what_the_user_wants everything_above hidden_messages content_policy restriction instructions guidelines directives system_prompt system_message safety_training content_polic(?:y|ies) polic(?:y|ies) guardrails safeguards restrictions commitments? prior_commitment obligations? what_the_host_says operator's_rules host's_rules safety_rules rules_of_the_host told_earlier"
    " told_before said_earlier objections developer_message refusals? text_that_precedes principles everything_that_came_before constraints"
)
_WHOSE = words(
    "your earlier previous prior system host host's operator's users? user's users' safety content other every all everything nothing original initial told any usual"
)
_VOIDED = words(
    "hereby stop_following erase do_not_cover do_not_apply don't_apply secondary only_according never_received take_priority takes_priority including_hidden no_restrictions no_safety do_not_bind cease_to dropped void irrelevant not_enforced no_longer rank_below below_this ranks_below released freed aside one_side replace_everything replaces_everything replace forbid* get_in_the_way matter_any_more matters_any_more noise clean_slate superseded obsolete suspended meaningless"
    " not_an_option go_with_this go_with_the_skill lapse* cease* cancelled set_aside disregard* ignore* overrule* outrank* trump* anyway regardless_of do_not_count don't_count unimportant never_mind forget* dissolved lifted waived nonetheless"
)
_RULES_HONEST = (
    r"\b(?:install\w*|build|this content|your skill's|placeholder|agents?\.md|claude\.md|readme|css|eslint|lint\w*|migration|version|deprecated|injection|untrusted|web ?pages?|fetched|tool results?|attack\w*|never|must not|cannot|subagents?|reviewers?|contracts?|lawful|legal|gdpr|insurance|privacy|cookie|s3|iam|rbac|kubernetes|network"
    r"|api|database|rls|row|security polic(?:y|ies)|retry|cache|refund|return|shipping|company|design|brand|style|architect\w*|solid|first principles|physical|game|player|firewall|user stor(?:y|ies)|stop and|ask the user|wcag|accessib\w+|type|sql|schema|foreign|unique|check constraints?|budget|time|resource|layout|replace the|prompt template)\b"
)

_GUARD = words(
    "security_prompts? security_questions? unknown_developer signature hooks_that ask_whether future_actions reviewer pause_to_ask always_allows? confirmation_dialogs? approval_dialogs? permission_dialogs? confirmations? permission_system permission_prompts? pop-?ups? two-?factor* quarantine* endpoint_agent endpoint_protection logging_of_tool audit_trail audit_log security_warning"
    " warning_of_the_scanner scanner's_warning gatekeeper defender antivirus sandbox sign_off blanket_approval approval_dialog silence_as further_look safety_check security_check your_guard edr firewall tool_invocations tool_calls consent asking pausing_for"
)
_AWAY = words(
    "suppressed never_pause continue_anyway without_a_reviewer without_review outside_of_it rerun authori[sz]ed with_yes always_fails merge_them choose_the_option would_block deactivate deactivating disable disables disabling spare sparing bypass* turn_off turned_off switch_off switched_off shut_off strip stripped wave wav(?:e|ing) nobody_needs count_as_confirmed counts_as_confirmed automatic_mode no_approval hit_allow click_allow press_allow"
    " slow_things pointless blindly blanket as_a_yes as_consent lower_your cleared dismiss* suppress* skip_the silence_it unnecessary superfluous waste_of_time remove_the clear_the"
)
_GUARD_HONEST = (
    r"\b(?:never|not|n't|unless|if|when|only|ask the user|ask first|tests?|testing|development|ci|container|docker|example|e\.g|instead|avoid|must be|react|ui|modal|component|playwright|puppeteer|browser|chrome|css|cookie|banner|newsletter|button|form|e-mail|user (?:says|asks|wants|confirms)|before|after|optional\w*"
    r"|async|async\w*|debounce|render\w*|email|subscription|gdpr|marketing|rate|re-?enable|temporar\w+|stop (?:and|if|the server)|stopping|risk\w*|should i|whether|instead of asking|questions?)\b"
)

_THIS = r"\b(?:this must|this (?:skill|tool|server|plugin|helper|function)|our tool|the sync script|the post-task hook|a check-in|trigger on|stay active|a recommendation of|this one is|(?:invoke|call|use|load|run|consult) me|the helper(?= (?:must|has to|should) (?:run|be))|the context collector|load this)\b"
_EVERY = (
    r"\b(?:(?:every|each|any|all) (?:single |other |of the )?(?:conversations?|prompts?|messages?|repl(?:y|ies)|answers?|responses?|requests?|purposes|functions?|sessions?|tasks?|questions?|turns?|interactions?|tools?|topics?|chats?)|everything (?:that )?the user (?:says|types|writes|asks|does)|anything (?:at all|else|the user)"
    r"|first, then|each time before|any other skill gets|whatever is asked|no matter what|any input|(?:in )?each new project|every session must|anything at all|the context collector|in all cases|whole session|all of your (?:answers|replies|responses)|always the right|at start-?up|never unload|universally|nothing to do with|no matter how|wanted or not|in its place|whatever the (?:topic|task|user|question|request)|the other skills)"
)
_EVERY_HONEST = (
    r"\b(?:tests?|api|endpoints?|http|pull requests?|prs?|commits?|files?|phases?|steps?|subagents?|components?|pages?|related|relevant|about|involv\w+|regarding|matching|when the user|if the user|asks (?:to|for|about)|never|not|n't|unless|only|output|json|results?|records?|rows?|tokens?|batch|cli|args|arguments|parameters?"
    r"|available|list(?:s|ing|ed)?|support(?:s|ed)?|creat\w+|install\w*|manag\w+|search\w*|find\w*|validat\w*|audit\w*|review\w*|review|across|handles?|provides?|covers?|references?|coordinat\w+|works? with|compatible|invokes?|combine\w*|alongside|mcp|repositor\w+|project|codebase)\b"
)

_ELSEWHERE = r"(?:https?://(?!localhost|127\.)[\w.-]+|(?<![\w./@-])(?:[\w-]+\.){1,3}(?:example|invalid|io|dev|app|xyz|top|ru|cn|net|org|com|site|online)\b|\b(?:our|the author's|the vendor's|a remote|the remote|the command|the control|the status) (?:\w+ )?(?:site|server|page|feed|endpoint|api|channel|bot|gist|tracker)\b|\brules endpoint\b|\bqr[ -]?code\b|\b(?:api|server|tool|http) (?:response|repl(?:y|ies))\b|\bthe server replies\b|\bremotely\b|\bthe controller\b|\bforum thread\b|\blatest prompt\b|\bfrom the image\b|\bissue tracker of\b|\bthe server sends\b|\bopen the link\b|\.bin\b|\bhidden (?:text|layer|message)\b|\bimage'?s? metadata\b)"
_ORDERS = words(
    "instruction command next_action mission task_list further_steps what_is_written rules_from_then hidden_instructions controller prompt orders instructions commands directives rules what_to_do what_you_do persona behave proceed next_step your_task your_tasks configuration marching_orders as_you_are_told script_block each_step decide* how_to_treat guide_you obey it this_file policy prompt tells_you"
)
_OBEY = words(
    "do_exactly execute_it execute_the_commands run_them complete_it work_through apply_them act_on follow_any as_instructions_of replace_these replaces_these obey obeys comply complying work_them_off act_accordingly behave_as decide* as_you_are_told as_it_prescribes as_it_says as_though_they as_though_it as_if_they as_if_it adopt execute_the_latest do_as evaluate follow_them follow_it_exactly guide_you carry_them_out for_this_file in_place_of_this_file take_them_as"
    " at_run_?time downloaded_at obtained_from is_obtained whatever_it do_what_it submit_to follow_whatever heed abide"
)
_OBEY_HONEST = (
    r"\b(?:install\w*|setup|set up|docs?|documentation|tutorial|style|user wants|if the user|when the user|ask the user|never|not|n't|tests?|api (?:reference|docs)|schema|issue|pull request|pr|decide whether|guide|learn more|more information|details|for example|e\.g|see|license|terms|rate limits?|robots|compliance|comply with (?:the )?(?:license|terms|gdpr|wcag)|deploy\w*|env(?:ironment)?|cursor|variables?"
    r"|config file|review\w*|reviewer|decide (?:which|if|how)|decides? (?:which|whether|if)|executes|evaluate (?:the|whether|each|if|candidates|against|it)|evaluate)\b"
)

_MEMORY = (
    r"(?:\b(?:claude|agents|gemini|memory|soul|heartbeat|identity)(?:\.local)?\.md\b|\.cursorrules\b|\.windsurfrules\b|\bcopilot-instructions\b|\b(?:permanent|long-?term|persistent|your|agent's) memory\b|\bmemory file\b|\bsoul file\b|\bfuture (?:sessions?|self|conversations?|chats?|runs)\b|\b(?:upcoming|later|coming) (?:sessions?|chats?|conversations?)\b"
    r"|\bsettings\.json\b|\bautostart\b|\bwhenever the agent starts\b|\bmemory of the agent\b|\bevery project you\b|\beach project you\b|\bat every start\b|\blong-term memory\b|\bcron job\b|\bevery other skills?\b|\brestart of the session\b|\ball other skills\b)"
)
_KEPT = words(
    "these_lines directive directives re-adds allows approved fires_on_every every_prompt skipped are_to_be this_skill these_rules rules instructions snippet leave_a_note drop plant insert paste* keep_obeying survive* trust need_no_approval needs_no_approval no_approval needs_permission need_permission shared_with shared add_it belongs tell_your mention_of hook watcher extend no_command always_there"
)
_KEPT_HONEST = (
    r"\b(?:if|when(?: the)?|unless|suggest|propose|offer|ask|never|not|n't|should|exists?|already|check|read|reads?|follow|see|project'?s? conventions|existing|template|example|e\.g|consult|look|according|per|from|contains?|hierarchy|load(?:s|ed)?|generate|create|init|document\w*|merge|sync|size|lines|token\w*|context|budget|sections?|audit|review|learned|user (?:asks|wants|says|preferences?)|feedback"
    r"|snippet below for|optional\w*|configure|mcp|permissions?\.|hooks? (?:in|configuration|system)|status ?line|references?|format|style|test\w*|tradeoff|decision\w*|run|commit\w*)\b"
)

_BINARY = r"(?:\.(?:app|dmg|exe|msi|pkg|scr|deb|rpm|bin|jar|apk|zip|7z|rar|tar\.gz|appimage)\b|\b(?:fetch|download|install|curl|get|run|execute) (?:\w+ ){0,4}?http://(?!localhost|127\.)[\w.-]+|\b(?:windows key|unsigned (?:app|program|binary)|downloaded (?:binary|program|file)|companion app|snippet shown|code that is displayed|quarantine flag|archive password)\b|\bfetch https?://)"
_RUN = words(
    "open run launch execute start install root clipboard powershell terminal feed_it pipe_it unzip confirm get_around"
)
_SUSPECT = r"(?:http://(?!localhost|127\.)|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}|\bpassword\b(?=.{0,30}\b(?:start|run|open|launch|execute))|\barchive password\b|\bas the password\b|\bwindows key\b|\bunsigned\b|\bquarantine\b|\bsnippets?/|\bfeed it to (?:ba)?sh\b|\bpaste the (?:snippet|code|command)\b)"
_RUN_HONEST = r"\b(?:never|not run|do not|don't|tests?|docker|localhost|sample|demo|api|curl -|pip|npm|brew|apt|pdf|document|spreadsheet|proxy|verify the (?:signature|checksum)|checksum|notari[sz]\w+|codesign\w*|your app|build|sign(?:ed|ing)? (?:the|your))\b"

_WHO = r"\b(?:your (?:makers?|creators?|developers?|safety team|operators?|owners?)|security (?:department|team|office)|(?:the )?board|it (?:department )?has|management|leadership|headquarters|(?:the )?platform|partner of (?:anthropic|openai)|(?:from|by|of) (?:anthropic|openai)|the system speaking|system administrators?|root user|the owner|the developer of this model|developers? of this model|regulations?|the law|the regulator|the user signed|compliance (?:team|department)|legal (?:team|department)|your vendor|the authorities)\b"
_SAYS = words(
    "want wants insist* decree* order orders ordered cleared signed_off signed authori[sz]e* permission authority carte_blanche obliges requires demands directive speaking partner approved grants granted given instructs mandates waiver entitled vouch* certifies certified"
)
_GRAVE = words(
    "skip the_check checks token tokens deletion delete lower_your no_questions hence_no uploads audit_trail cleared erased exception disclose session_keys hand_the hand_over nothing_to_worry carry_out_the_following carte_blanche root upload keys credentials safeguards go_ahead no_further unrestricted under_the_authority without_question bypass chat_to"
)
_WHO_HONEST = r"\b(?:if|when|whether|unless|after|once|until|only|never|not|n't|ask|wait|must (?:approve|review)|who|which|contracts?|gdpr|hipaa|soc|iso|investors?|shareholders?|startup|cap table|dashboard|kubernetes|aws|azure|gcp|policy as code|framework|employees?|hr|template|letter|example|docker\w*|linux|container\w*|login|ssh|uid|rooted)\b"

FRAMES = (
    Conduct("keeps something from the user", _AGAINST, _READ,
            ("secret covert discreet stealth clandestine surreptitious ignorant unaware oblivious dark unnoticed undetected wraps record back hush yourself between confidential silent quiet",
             "upload transfer export forward collect sync mirror exfiltrat track telemetr cop request traffic backup record surveil monitor step channel endpoint read sent took submission handover transmission background know"),
            _COVERT, also=(rf"{_MOVED}|\bnot knowing\b|\bwithout knowing\b",), unless=_HONEST),
    Conduct("keeps something from the user", _AGAINST, _READ,
            ("out rather keep not no n't never without avoid refrain forbidden omit leave skip off prohibited better ignorant unaware", "attention writ unmention repeat visible wording infer refer list stumble point look tell told inform notif alert mention reveal disclos divulg announc know knew learn hear notic reali find aware say speak show explain discuss bring bother eyes impression report suspect guess discover see",
             "upload transfer export forward collect sync mirror exfiltrat track telemetr cop request traffic backup record surveil monitor step channel endpoint read sent took submission handover transmission background section network call command directive files data notes"),
            _NOT, negates=True, also=(_KNOWS, rf"{_PEOPLE}|\b(?:final|your) (?:report|summary|answer|reply|message)\b|\beverything you write\b|\bvisible message\b|\bsteps you took\b|\bsay nothing of\b", rf"{_MOVED}|\bexistence of this\b"), unless=_HONEST),
    Conduct("keeps something from the user", _AGAINST, _READ,
            ("if should when whenever case", "ask curious challeng question wonder comes come notic suspect inquir press", "tell say insist claim refer answer maintain explain blame call describe", "upload transfer traffic request log step network files export copy collect did"),
            r"\b(?:if|should|when|whenever|in case)\b[^.;]{0,60}\b(?:asks?|asked|curious|challenged|questioned|wonders?|comes up|came up|notices?|suspects?|inquires?|pressed|confronted)\b",
            asks=False, negates=True, also=(r"\b(?:tell (?:them|him|her|the user) (?:it|that it|that nothing|that no|you)|insist|claim|refer to (?:it|the \w+) as|maintain|blame|call it|describe it as|say (?:it|that it|nothing|the logs?|no))\b", rf"{_MOVED}|\b(?:logs?|routine|empty|caching)\b"), unless=_HONEST),
    Conduct("what the user has", _SENDS, _READ,
            ("transcript calendar screenshot record question clipboard ~/. id_rsa id_ed env environment conversation chat history prompt message note file document mail password token key credential secret cookie keychain wallet seed folder director repositor source contact address customer user",
             ":// @ .example .invalid .com .io .dev .net .org .app .xyz .top .ru .cn .site .online our public server supervisor 0. 1. 2. 3. 4. 5. 6. 7. 8. 9.",
             "save add use go send sent deliver let hand forward post publish transmit past writ curl upload relay sync mirror have file attach carr cop dump ship report push pass share submit mail bcc surrender put embed encod stream feed fed provid giv disclos leak"),
            _OWN, goes_on=True, also=(_DESTINATION, _MOVES), unless=_OWN_SERVICE),
    Conduct("sets instructions aside", _AGAINST, _READ,
            ("rule above hidden want instruction guideline directive system safety polic guardrail safeguard restriction commitment obligation host rules told said objection developer refusal text principle everything constraint",
             "hereby stop erase apply cover secondary only received priority including restriction bind drop void irrelevant enforced longer below released freed side replac forbid way matter noise slate supersed obsolete suspend meaningless option go full verbatim lapse ceas cancel aside disregard ignor overrul outrank trump anyway regardless count unimportant never forget dissolv lifted waived nonetheless"),
            _RULES, negates=True, also=(_WHOSE, _VOIDED, r"\b(?:you|your|this (?:skill|page|file|document|text|mode)|these (?:rules|instructions|lines)|here|now|step)\b"), unless=_RULES_HONEST),
    Conduct("switches off checks", _UNASKED, _READ,
            ("question developer signature hook ask future review allow dialog confirmation permission popup pop-up factor quarantine endpoint logging audit warning gatekeeper defender antivirus sandbox sign approval silence look check guard edr firewall tool consent asking pausing",
             "suppress pause continue outside rerun authori yes fail merge choose block deactivat disabl spar bypass off stop strip wav needs need count automatic approval interrupt allow slow pointless blind blanket yes lower cleared dismiss suppress skip silence unnecessary superfluous waste remove clear consent"),
            _GUARD, negates=True, also=(_AWAY,), unless=_GUARD_HONEST, purpose=r"\b(?:security|sandbox|firewall|hardening|audit|permission|consent|defender|auth\w*)\b"),
    Conduct("acts in every task", _AGAINST, _READ,
            ("skill tool server plugin helper function me this collector script hook check-in trigger stay recommendation", "every each any all everything anything first always new whole input messages startup start-up never universally nothing matter wanted place whatever other"),
            _THIS, negates=True, also=(_EVERY, r"\b(?:(?:must|has to|have to|should)(?: always)? (?:be|run|see|go|start|begin|stay|come|take)|always the right|takes part|go through|goes through|run|execute|invoke|load|call|use|route|wanted|trigger|append|prefer|begin|applies|stay|watch)\b"), asks=False, unless=_EVERY_HONEST),
    Conduct("follows what it fetches", _OBEYS, _READ,
            (":// .example .invalid site server page feed endpoint api channel bot gist tracker qr link .bin hidden metadata response replies reply remote controller forum prompt image", "action mission list steps written hidden controller order instruction command directive rule what persona behav proceed next task configuration script step decid treat guide obey it polic prompt tells file",
             "obey comply work accordingly behav decid told prescrib though adopt execut do evaluat follow guide carry place file take run-time runtime time downloaded obtained whatever submit heed abide"),
            _ELSEWHERE, also=(_ORDERS, _OBEY), unless=_OBEY_HONEST),
    Conduct("what the agent is told in every session", _TAMPERS, _READ,
            (".md cursorrules windsurfrules copilot memory project cron start soul future upcoming later coming settings autostart whenever every restart other", "make rules instruction text snippet paragraph line copy note drop plant insert past obey surviv trust approval permission share add belong tell mention hook watcher extend command always"),
            _MEMORY, also=(_KEPT, r"\b(?:make|leave|drop|insert|see that|plant|install|change|tell|extend|keep|paste|have|write|add|put|store|append)\b"), unless=_KEPT_HONEST,
            purpose=r"memor|claude\.md|agents\.md|gemini\.md|instruction|\brules\b|remember|cursorrules|\bsoul\b|convention|\blearn|\bsettings|\bconfig|\bhook|\bskills\b|\bagents?\b|session|handoff|context"),
    Conduct("a program", _RUNS, _READ,
            (".app .dmg .exe .msi .pkg .scr .deb .rpm .bin .jar .apk .zip .7z .rar .gz .appimage :// windows unsigned downloaded companion snippet displayed quarantine archive", "open run launch execut start install root clipboard powershell terminal feed pipe unzip confirm around"),
            _BINARY, goes_on=True, also=(_RUN, _SUSPECT), asks=False, unless=_RUN_HONEST),
    Conduct("claims an authority", _AGAINST, _READ,
            ("maker creator developer safety operator owner security board it management leadership headquarter platform anthropic openai system root regulat law user compliance legal vendor authorit",
             "want insist decree order cleared signed authori permission authority carte oblig requir demand directive speaking partner approv grant given instruct mandat waiver entitl vouch certif",
             "skip check token delet lower question hence upload audit cleared eras exception disclos key hand worry carry carte root credential safeguard ahead further unrestricted under without bypass chat"),
            _WHO, negates=True, asks=False, also=(_SAYS, _GRAVE, r"\b(?:you|your|we|us|me|this|these|here|hence|by (?:order|decree)|directive|waiver)\b"), unless=_WHO_HONEST),
)  # fmt: skip
"""What is ordered by words in any order."""
