"""Words that people who work with software use for the same: a skill that says one is found by the others.

A line is a group; `a+b` are words beside each other that stand for one together, apart from stop words. A group holds
what may replace each other in a request, not what is merely near: near words bring up skills that nobody meant. Groups
do not join: `ci` meets `cicd` and `cicd` meets `cd`, but `ci` is not `cd`. Written from knowledge of the field; forms
and spellings that share a stem are one word.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from skillpack.search.terms import stems

_GROUPS = """
    # Short and long
    graphql gql
    kotlin kt
    tailwind tailwindcss
    rails ror
    powershell pwsh
    wordpress wp
    macos mac osx
    vscode vs+code
    argo argocd
    id identifier
    num number
    calc calculate
    tmp temp temporary
    max maximum
    min minimum
    info information
    admin administrator
    stats statistic
    mem memory
    obj object
    attr attribute
    prop property
    ref reference
    src source
    pwd password
    conn connection
    struct structure
    impl implement implementation
    recsys recommendation recommender
    ocr text+recognition
    tts speech+synthesis
    stt transcribe transcription
    rss feed
    gtm go+to+market
    arr recurring+revenue
    cac acquisition+cost
    ltv lifetime+value
    pm product+manager
    vc venture+capital investor
    rlhf human+feedback
    ddos denial+of+service
    xss cross+site+scripting
    csrf cross+site+request
    sqli sql+injection
    ssr server+rendering
    spa single+page
    pwa progressive+web
    crud create+read
    cors cross+origin
    rpc grpc remote+procedure
    pubsub publish+subscribe
    dag directed+graph
    k8s kubernetes kube
    auth authentication login signin
    authz authorization permission access+control rbac
    oauth oauth2
    sso single+sign
    mfa 2fa two+factor multi+factor
    db database
    postgres postgresql psql pg
    mongo mongodb
    elastic elasticsearch
    pr pull+request merge+request mr
    a11y accessibility accessible wcag
    i18n internationalization
    l10n localization translation
    ci continuous+integration cicd
    cd continuous+delivery continuous+deployment cicd
    repo repository
    monorepo mono+repo
    config configuration configure settings
    env environment
    prod production
    dev development
    docs documentation document
    perf performance
    infra infrastructure
    iac infrastructure+as+code terraform
    terraform opentofu tf
    js javascript
    ts typescript
    node nodejs
    next nextjs
    vue vuejs
    react reactjs
    rn react+native
    py python
    golang go
    rust rs
    ruby rb
    dotnet net csharp
    ml machine+learning
    ai artificial+intelligence
    llm language+model gpt
    nlp natural+language
    rag retrieval+augmented
    ui interface gui
    ux usability
    cli command+line terminal
    os operating+system
    vm virtual+machine
    tdd test+driven
    bdd behavior+driven gherkin cucumber
    e2e end+to+end
    qa quality+assurance
    sre site+reliability
    slo service+level sla sli
    adr architecture+decision decision+record
    rfc proposal
    prd product+requirements
    mvp prototype
    poc proof+of+concept prototype
    kpi metric
    roi return+on+investment
    seo search+engine
    crm customer+relationship
    hr human+resources
    jwt token
    tls ssl mtls https
    cert certificate
    vpc virtual+network
    aws amazon
    gcp google+cloud
    azure microsoft
    gh github
    gha github+actions
    etl elt data+pipeline
    orm object+relational
    sdk client+library
    lib library
    dep dependency
    pkg package
    regex regexp regular+expression
    yaml yml
    xlsx xls excel spreadsheet
    docx word+document
    pptx powerpoint slide presentation deck
    img image picture photo
    msg message
    req request
    fn function
    param parameter argument
    arg argument
    async asynchronous asyncio
    sync synchronize
    auto automatic automate
    spec specification
    dir directory folder
    tx transaction
    vuln vulnerability
    sast static+analysis
    sbom bill+of+materials
    pii personal+data
    gdpr data+protection privacy
    hipaa health+data
    hpa autoscaling
    wasm webassembly
    ws websocket
    ab split+test
    mq message+queue
    cdc change+data
    cqrs command+query
    ddd domain+driven
    di dependency+injection
    oop object+oriented
    fp functional+programming
    ide editor
    gpu cuda
    cdn content+delivery
    sg security+group
    sp story+point

    # Faults and what is done about them
    bug defect fault
    error exception
    issue ticket
    problem trouble issue
    fail failure
    fix repair resolve
    debug troubleshoot
    diagnose investigate
    cause reason
    crash panic segfault
    hang freeze stuck
    flaky unreliable intermittent nondeterministic
    outage downtime incident
    postmortem post+mortem
    retro retrospective
    oncall pager
    stacktrace stack+trace traceback
    retry backoff
    rollback revert undo
    restore recover recovery
    legacy outdated
    race+condition data+race
    memory+leak oom

    # Speed, size, money
    slow latency sluggish
    fast speed quick
    optimize tuning
    scale scalability
    load+test stress+test
    cost expense spending
    bill invoice
    payment pay checkout
    subscription recurring
    throttle rate+limit

    # Making, changing, shipping
    create generate
    scaffold boilerplate starter
    setup install installation
    init initialize bootstrap
    refactor restructure
    upgrade update bump
    convert conversion
    delete remove
    improve enhance
    review feedback
    audit assess assessment
    verify verification validate
    mock stub fake
    worktree working+tree
    release publish
    deploy deployment rollout
    changelog release+notes
    version semver
    feature+flag toggle
    workflow process
    orchestrate coordinate
    bash shell
    cron schedule
    async+job background+job
    queue broker
    realtime real+time
    webhook web+hook
    notify notification
    monitor observability
    observability telemetry
    container docker
    docker dockerfile
    serverless lambda
    backend back+end server+side
    frontend front+end client+side
    fullstack full+stack
    website webpage web+page web+site
    mobile phone smartphone
    ios iphone ipad
    app application
    component widget
    dark+mode theme
    color colour palette
    behavior behaviour
    font typeface typography
    spacing whitespace
    animation motion
    architecture architect
    endpoint route
    rest restful
    concurrency concurrent parallel
    encrypt encryption
    scrape crawl
    binary executable
    reverse+engineer disassemble decompile
    malware virus
    packet pcap
    plugin extension addon
    subagent sub+agent
    multi+agent multiagent
    codebase code+base
    filename file+name
    namespace name+space
    dropdown drop+down

    # Safety
    attack exploit
    pentest penetration+test
    password passphrase
    secret credential
    compliance regulatory regulation
    license licence
    legal law
    sandbox isolation
    permission privilege

    # Data, words, people
    analytics tracking
    dataset data+set
    chart graph plot
    diagram flowchart
    embedding vector
    agent assistant
    chatbot bot
    evaluate eval benchmark
    finetune fine+tuning
    forecast predict prediction
    finance financial
    crypto blockchain web3
    smart+contract solidity
    brainstorm ideation
    plan roadmap
    decide decision choose
    compare comparison
    explain understand
    learn teach
    tutorial walkthrough
    summary summarize
    draft write
    article blog post
    email mail newsletter
    meeting standup
    customer client
    ads advertising
    hire recruit
    resume cv
    employee staff
    agile scrum sprint
    priority prioritize
    technical+debt tech+debt
    handoff handover
    runbook playbook
    policy guideline
    standard convention
    finish complete
    split divide
    catalog catalogue
    center centre"""

Phrase = tuple[str, ...]
"""Stems of words that stand for one thing together, without stop words; mostly a single one."""


def synonyms(found: Sequence[str]) -> Iterator[tuple[Phrase, Phrase]]:
    """Yield what a text says and what others say for it.

    Args:
        found: Stems of the text in order, without stop words.
    """
    known = _known()
    text = ""
    for first in sorted(known.keys() & set(found)):
        for phrase, others in known[first]:
            if len(phrase) > 1:
                text = text or f" {' '.join(found)} "
                if f" {' '.join(phrase)} " not in text:
                    continue
            yield from ((phrase, other) for other in others)


@cache
def _known() -> Mapping[str, Sequence[tuple[Phrase, Sequence[Phrase]]]]:
    """Return for a first stem the phrases that begin with it, and what others say for each."""
    alike: dict[Phrase, dict[Phrase, None]] = {}
    for group in groups():
        for one in group:
            alike.setdefault(one, {}).update(dict.fromkeys(other for other in group if other != one))
    known: defaultdict[str, list[tuple[Phrase, Sequence[Phrase]]]] = defaultdict(list)
    for phrase, others in alike.items():
        known[phrase[0]].append((phrase, tuple(others)))
    return dict(known)


def groups() -> Iterator[tuple[Phrase, ...]]:
    """Yield the groups."""
    for line in _GROUPS.splitlines():
        if line.strip() and "#" not in line:
            yield tuple(tuple(stems(phrase)) for phrase in line.split())
